import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { StackContext } from '../context.ts';
import { Authoriser } from './authorisation.ts';
import { callerOfKey } from './caller.ts';
import { NotifiedDelivery } from './delivery.ts';
import { BroadcastApi } from './http.ts';
import { Hub } from './hub.ts';
import { limits as defaults } from './limits.ts';
import type { Limits } from './limits.ts';
import { DatabaseLink } from './link.ts';
import { keepPartitions } from './partitions.ts';
import type { Shared } from './service.ts';
import { Sessions } from './sessions.ts';
import { Socket } from './socket.ts';

/** Supabase Realtime for one machine: broadcast from the database, broadcast and presence. */
export type RealtimeService = {
  /** Answers plain requests below /realtime/v1. */
  fetch(request: Request): Promise<Response>;
  /** Takes over an upgrade to /realtime/v1/websocket, or answers it with an error. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: { address: string }): void;
  /** Tells clients to come back later, and lets go of everything. */
  close(): Promise<void>;
};

/** Starts the server; `schema.sql` must have been applied. Rejects if the database is not there. */
export async function createRealtime(
  context: StackContext,
  overrides: Partial<Limits> = {},
): Promise<RealtimeService> {
  const limits = { ...defaults, ...overrides };
  const hub = new Hub();
  const sessions = new Sessions();
  const delivery = new NotifiedDelivery(({ address, message }) => {
    hub.publish(address, message);
  }, context.log);
  const link = new DatabaseLink(context, ['realtime_messages', 'realtime_session_end'], {
    notified(channel, payload) {
      if (channel === 'realtime_session_end') sessions.end(payload);
      else delivery.notified(payload);
    },
    async connected(client, lostAt) {
      if (lostAt) await sessions.recheck(client);
      await delivery.connected(client, lostAt);
    },
  });
  const authoriser = new Authoriser(context, limits);
  const shared: Shared = { context, limits, hub, authoriser, sessions, client: () => link.client };
  const api = new BroadcastApi(shared);
  const sockets = new Set<Socket>();
  const byAddress = new Map<string, number>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  await link.connect();
  const stopJanitor = keepPartitions(() => link.client, context.log);

  return {
    fetch: (request) => api.fetch(request),
    upgrade(request, socket, head, { address }) {
      const query = /\?(.*)$/.exec(request.url ?? '')?.[1];
      const searchParams = new URLSearchParams(query);
      const version = searchParams.get('vsn') ?? '1.0.0';
      const headerKey = request.headers['x-api-key'];
      const key = typeof headerKey === 'string' ? headerKey : searchParams.get('apikey');
      const opener = callerOfKey(key ?? '', context);
      if (version !== '1.0.0' && version !== '2.0.0') return refuse(socket, 403, 'unknown vsn');
      if (!opener.ok) return refuse(socket, 401, opener.text);
      const own = byAddress.get(address) ?? 0;
      if (sockets.size >= limits.sockets || own >= limits.socketsPerAddress) {
        return refuse(socket, 429, 'Too many connected users');
      }
      server.handleUpgrade(request, socket, head, (ws) => {
        const options = {
          version,
          opener: opener.caller,
          headers: policyHeaders(request),
        } as const;
        const one = new Socket(shared, ws, options);
        sockets.add(one);
        byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
        ws.on('close', () => {
          sockets.delete(one);
          const left = (byAddress.get(address) ?? 1) - 1;
          if (left === 0) byAddress.delete(address);
          else byAddress.set(address, left);
        });
      });
    },
    async close() {
      stopJanitor();
      for (const socket of sockets) socket.shutDown();
      server.close();
      await Promise.all([link.close(), authoriser.close()]);
    },
  };
}

/** The `x-*` headers, which policies may read as `request.headers`. */
function policyHeaders(request: IncomingMessage): Record<string, string> {
  const named = Object.entries(request.headers).filter(([name]) => name.startsWith('x-'));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  // A client that is gone already is no reason to fail.
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
