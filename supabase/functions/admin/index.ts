import { lastEvents } from '../_shared/admin/events.ts';
import { adminRoutes } from '../_shared/admin/routes.ts';
import { ok, route } from '../_shared/http/routes.ts';
import { mailStatus } from '../_shared/mail/settings.ts';
import { createHandler } from '../_shared/serve.ts';

/** What only the administrator's panel asks for. */
const panelRoutes = [
  route({
    method: 'GET',
    path: '/events',
    access: 'admin',
    handle: async () => ok(await lastEvents()),
  }),
  route({
    method: 'GET',
    path: '/email',
    access: 'admin',
    handle: async () => ok(await mailStatus()),
  }),
];

Deno.serve(createHandler('admin', [...adminRoutes, ...panelRoutes]));
