import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { StackContext } from '../context.ts';
import { endSocket } from '../gateway/errors.ts';
import { NotifiedDelivery } from './delivery.ts';
import { limits as defaults } from './limits.ts';
import type { Limits } from './limits.ts';
import { DatabaseLink } from './link.ts';
import { Policies } from './policies.ts';
import { Quotas } from './quotas.ts';
import { Sessions } from './sessions.ts';
import type { RealtimeContext } from './context.ts';
import { Socket } from './socket.ts';
import { Topics } from './topics.ts';
import { isApiKey } from './user.ts';

const HOUR_MS = 3_600_000;

/** Supabase Realtime for one machine: what the database sends, to signed-in people. */
export type RealtimeService = {
  /** Answers plain requests below /realtime/v1, of which there are none to serve. */
  fetch(request: Request): Promise<Response>;
  /** Takes over an upgrade to /realtime/v1/websocket, or answers it with an error. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: { address: string }): void;
  /** Asks clients to reconnect later, and closes everything. */
  close(): Promise<void>;
};

/** Starts the server; `schema.sql` must have been applied. Rejects if the database is not there. */
export async function createRealtime(
  context: StackContext,
  overrides: Partial<Limits> = {},
): Promise<RealtimeService> {
  const limits = { ...defaults, ...overrides };
  const topics = new Topics();
  const sessions = new Sessions();
  const delivery = new NotifiedDelivery((message) => topics.publish(message), context.log);
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
  const policies = new Policies(context, limits);
  const shared: RealtimeContext = {
    context,
    limits,
    topics,
    policies,
    sessions,
    client: () => link.client,
  };
  const quotas = new Quotas(limits);
  const sockets = new Set<Socket>();
  const options = {
    noServer: true,
    maxPayload: limits.frameBytes,
    // Each part is kept apart until its frame is whole.
    maxBufferedChunks: limits.frameParts,
    maxFragments: limits.frameParts,
    closeTimeout: limits.closeMs,
    autoPong: false,
    perMessageDeflate: false,
    clientTracking: false,
  };
  const server = new WebSocketServer(options);
  await link.connect();
  const janitor = setInterval(() => maintainPartitions(shared), HOUR_MS);
  janitor.unref();

  return {
    async fetch() {
      return Response.json({ message: 'Not Found' }, { status: 404 });
    },
    upgrade(request, socket, head, { address }) {
      const query = new URLSearchParams(/\?(.*)$/.exec(request.url ?? '')?.[1]);
      if (query.get('vsn') !== '2.0.0') return refuse(socket, 403, 'unknown vsn');
      if (!isApiKey(query.get('apikey') ?? '', context)) return refuse(socket, 401, 'unknown key');
      const quota = quotas.ofAddress(address);
      if (!quota.takeFrame() || !quota.evictForSocket() || !quotas.all.evictForSocket()) {
        return refuse(socket, 429, 'Too many connected users');
      }
      server.handleUpgrade(request, socket, head, (ws) => {
        const one = new Socket(shared, quotas, address, ws);
        sockets.add(one);
        ws.on('close', () => sockets.delete(one));
      });
    },
    async close() {
      clearInterval(janitor);
      for (const socket of sockets) socket.shutDown();
      server.close();
      await Promise.all([link.close(), policies.close()]);
    },
  };
}

/**
 * Makes the days of `realtime.messages` three days ahead and drops them after 72 hours. The schema
 * does the same at every start; this is for servers that run for long. A turn that fails (database
 * away, table locked) is made up by the next, and a row without a day goes to the default partition.
 */
function maintainPartitions({ client, context }: RealtimeContext): void {
  client()
    ?.query('select realtime.maintain_partitions()')
    .catch((error: unknown) => {
      context.log('warn', 'realtime partitions were not maintained', { error: String(error) });
    });
}

function refuse(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
