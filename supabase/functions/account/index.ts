import { register } from '../_shared/account/register.ts';
import { registerSchema } from '../_shared/domain/account.ts';
import { created, route } from '../_shared/http/routes.ts';
import { createHandler } from '../_shared/serve.ts';

const routes = [
  route({
    method: 'POST',
    path: '/register',
    access: 'anyone',
    body: registerSchema,
    async handle({ body, address }) {
      await register(body, address);
      return created({ success: true, message: 'Account created successfully' });
    },
  }),
];

Deno.serve(createHandler('account', routes));
