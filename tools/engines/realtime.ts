import { request as send } from 'node:http';
import type { StackContext } from '../../stack/context.ts';
import { sendSocketError, ERRORS } from '../../stack/gateway/errors.ts';
import type { RealtimeService } from '../../stack/realtime/realtime.ts';
import { signToken } from '../../stack/tokens/tokens.ts';
import { answerOf, asGateway } from './as-gateway.ts';

const PREFIX = '/realtime/v1';
/** Seconds that a socket's key is worth something: to Realtime it is a token. */
const LIFETIME = 24 * 60 * 60;

/** A Realtime elsewhere, at `url`; its host name is that of the tenant. */
export function connectRealtime(url: string, context: StackContext): RealtimeService {
  const target = { url: `${url}/socket`, prefix: PREFIX };
  return {
    fetch: (request) => answerOf(asGateway(request, target, context)),
    upgrade(request, socket, head) {
      const asked = new URL(request.url ?? '', 'http://gateway');
      const { pathname, searchParams } = asked;
      if (searchParams.get('apikey') === context.publishableKey) {
        const exp = Math.floor(Date.now() / 1000) + LIFETIME;
        searchParams.set('apikey', signToken({ role: 'anon', exp }, context.jwtSecret));
      }
      const headers = { ...request.headers, host: new URL(url).host };
      const passed = send(`${target.url}${pathname.slice(PREFIX.length)}${asked.search}`, {
        headers,
      });
      passed.on('upgrade', (answer, backend, first) => {
        const lines = answer.rawHeaders.map((text, at) => (at % 2 ? `${text}\r\n` : `${text}: `));
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
        socket.write(first);
        backend.write(head);
        backend.pipe(socket).pipe(backend);
        for (const [one, other] of [
          [socket, backend],
          [backend, socket],
        ] as const)
          one.on('error', () => other.destroy());
      });
      passed.on('response', () => sendSocketError(socket, ERRORS.notFound));
      passed.on('error', () => sendSocketError(socket, ERRORS.unavailable));
      passed.end();
    },
    close: async () => undefined,
  };
}
