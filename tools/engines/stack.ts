import { fileURLToPath } from 'node:url';
import type { StackContext } from '../../stack/context.ts';
import { refuseKey } from '../../stack/auth/requests.ts';
import { preparePlatform } from '../../stack/postgres/prepare.ts';
import { run } from '../../stack/run.ts';
import { EMBEDDED, type Engines } from '../../stack/stack.ts';
import { answerOf, asGateway } from './as-gateway.ts';
import { migrate, startGoTrue } from './gotrue.ts';
import { startPostgrest } from './postgrest.ts';
import { connectRealtime } from './realtime.ts';

// The stack with Supabase's own services where the environment names them (docs/engines.md).

const absolute = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** GoTrue instead of stack/auth: its own tables, and the program behind the gateway. */
function gotrue(program: string): Pick<Engines, 'preparePlatform' | 'createAuth'> {
  return {
    async preparePlatform(client, address) {
      await preparePlatform(client, address.password, []);
      await migrate(program, address.connection('supabase_auth_admin'));
      await preparePlatform(client, address.password, [
        absolute('../../stack/realtime/schema.sql'),
      ]);
    },
    async createAuth(context, { rateLimitFactor = 1 } = {}) {
      const service = await startGoTrue({
        ...context,
        program,
        database: context.database.connection('supabase_auth_admin'),
        siteUrl: context.publicUrl,
        rateLimitFactor,
      });
      const target = { url: service.url, prefix: '/auth/v1' };
      return {
        async fetch(request, peer) {
          const isOpen = new URL(request.url).pathname.startsWith('/auth/v1/.well-known/');
          const refused = isOpen ? undefined : refuseKey(request, context);
          return refused ?? answerOf(asGateway(request, target, context, peer));
        },
        close: async () => service[Symbol.asyncDispose](),
      };
    },
  };
}

/** PostgREST instead of stack/rest. */
function postgrest(program: string): Pick<Engines, 'createRest'> {
  return {
    async createRest(context) {
      const service = await startPostgrest(program, context);
      const target = { url: service.url, prefix: '/rest/v1' };
      return {
        fetch: async (request) =>
          refuseKey(request, context) ?? answerOf(asGateway(request, target, context)),
        // It is notified of changes by itself.
        clearSchemaCache: async () => undefined,
        close: async () => service[Symbol.asyncDispose](),
      };
    },
  };
}

/** Functions that run elsewhere, with this stack's address and keys as their environment. */
function functions(url: string): Pick<Engines, 'startEdge'> {
  return {
    startEdge: async (context) => ({
      fetch: (request, client) =>
        answerOf(asGateway(request, { url, prefix: '/functions/v1' }, context, client)),
      isUp: () => true,
      processId: () => undefined,
      restarts: () => 0,
      close: async () => undefined,
    }),
  };
}

const { GOTRUE, POSTGREST, REALTIME, FUNCTIONS } = process.env;
await run({
  ...EMBEDDED,
  ...(GOTRUE && gotrue(GOTRUE)),
  ...(POSTGREST && postgrest(POSTGREST)),
  ...(REALTIME && {
    createRealtime: async (context: StackContext) => connectRealtime(REALTIME, context),
  }),
  ...(FUNCTIONS && functions(FUNCTIONS)),
});
