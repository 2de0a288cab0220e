import { accountRoutes } from '../_shared/account/routes.ts';
import { appPasswordRoutes } from '../_shared/account/app-passwords.ts';
import { adminRoutes } from '../_shared/admin/routes.ts';
import { below } from '../_shared/http/routes.ts';
import { createHandler } from '../_shared/serve.ts';
import { cookieToken } from './cookie-session.ts';
import { documentationRoutes } from './documentation.ts';
import { authRoutes } from './routes/auth.ts';
import { categoryRoutes } from './routes/categories.ts';
import { contactRoutes } from './routes/contacts.ts';
import { exportRoutes } from './routes/export.ts';
import { folderRoutes, noteRoutes } from './routes/notes.ts';
import { searchRoutes } from './routes/search.ts';
import { taskRoutes } from './routes/tasks.ts';
import { userRoutes } from './routes/users.ts';

/** docs/spec.md, section 7: for scripts and older clients, with the web app's own session. */
const routes = [
  ...authRoutes,
  ...below('/auth', accountRoutes),
  ...appPasswordRoutes,
  ...userRoutes,
  ...taskRoutes,
  ...categoryRoutes,
  ...contactRoutes,
  ...noteRoutes,
  ...folderRoutes,
  ...exportRoutes,
  ...searchRoutes,
  ...below('/admin', adminRoutes),
];

Deno.serve(
  createHandler('api', [...routes, ...documentationRoutes(routes)], {
    token: cookieToken,
    cors: false,
    programs: true,
  }),
);
