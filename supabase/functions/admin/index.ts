import * as z from 'zod/mini';
import { removeSecondStep } from '../_shared/account/second-step.ts';
import { lastEvents } from '../_shared/admin/events.ts';
import { adminRoutes } from '../_shared/admin/routes.ts';
import { conflict } from '../_shared/errors.ts';
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
  route({
    method: 'DELETE',
    path: '/users/:id/second-step',
    access: 'admin',
    params: z.object({ id: z.uuid('There is no such user') }),
    async handle({ user, params }) {
      // There it takes the password.
      if (user.id === params.id) throw conflict('Turn it off in Settings.', 'own_account');
      await removeSecondStep(user, params.id);
      return ok({ success: true, message: 'Two-step sign-in is off' });
    },
  }),
];

Deno.serve(createHandler('admin', [...adminRoutes, ...panelRoutes]));
