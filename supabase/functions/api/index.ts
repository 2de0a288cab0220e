import { createHandler } from '../_shared/serve.ts';
import { cookieToken } from './cookie-session.ts';
import { routes } from './routes/all.ts';

Deno.serve(
  createHandler('api', routes, {
    token: cookieToken,
    cors: false,
    programs: true,
  }),
);
