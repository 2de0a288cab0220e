import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';

/** What the server process of unmodified @supabase/lite is told by its parent. */
export type ServerOrder = {
  databaseUrl: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
};

/** @supabase/lite as its documentation starts it. */
async function run(order: ServerOrder): Promise<void> {
  const app = new App({
    connection: createPostgresConnection({ url: order.databaseUrl }),
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
  const fetch = async (request: Request) => app.fetch(request);
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
