import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { parseConfig } from '../stack/config/config.ts';
import type { DatabaseConnection, StackContext } from '../stack/context.ts';
import { createRest } from '../stack/rest/rest.ts';

/** What a server process of the REST benchmark is told by its parent. */
export type ServerOrder = {
  kind: 'stock' | 'ours';
  database: DatabaseConnection;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
};

/** @supabase/lite as its documentation starts it. */
async function stock(order: ServerOrder): Promise<(request: Request) => Promise<Response>> {
  const { user, password, host, port, database } = order.database;
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const app = new App({
    connection: createPostgresConnection({ url }),
    api: { enabled: true, schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: order.jwtSecret,
      publishable_key: order.publishableKey,
      secret_key: order.secretKey,
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  });
  await app.ensureSystemSchema();
  return async (request) => app.fetch(request);
}

async function ours(order: ServerOrder): Promise<(request: Request) => Promise<Response>> {
  const { host, port, password, database: name } = order.database;
  const connection: StackContext['database']['connection'] = (user) => ({
    ...order.database,
    user,
  });
  const rest = await createRest({
    ...order,
    database: { host, port, password, name, connection },
    mailEncryptionKey: '',
    config: parseConfig(''),
    publicUrl: 'http://localhost',
    projectRoot: '',
    dataDir: '',
    log: (level, message) => console.error(level, message),
  });
  return async (request) => rest.fetch(request);
}

async function run(order: ServerOrder): Promise<void> {
  const fetch = await (order.kind === 'stock' ? stock(order) : ours(order));
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    process.send?.({ port }),
  );
  process.once('disconnect', () => {
    server.close();
    process.exit();
  });
}

process.once('message', (order: ServerOrder) => {
  void run(order);
});
