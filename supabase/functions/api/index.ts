import { createHandler } from '../_shared/serve.ts';
import { cookieToken } from './cookie-session.ts';
import { documentationRoutes } from './documentation.ts';
import { adminRoutes } from './routes/admin.ts';
import { authRoutes } from './routes/auth.ts';
import { categoryRoutes } from './routes/categories.ts';
import { contactRoutes } from './routes/contacts.ts';
import { folderRoutes, noteRoutes } from './routes/notes.ts';
import { registrationRoutes } from './routes/registration.ts';
import { taskRoutes } from './routes/tasks.ts';
import { userRoutes } from './routes/users.ts';

/** The spec's section 7: for scripts and older clients, with the web app's own session. */
const routes = [
  ...authRoutes,
  ...userRoutes,
  ...taskRoutes,
  ...categoryRoutes,
  ...contactRoutes,
  ...noteRoutes,
  ...folderRoutes,
  ...adminRoutes,
  ...registrationRoutes,
];

Deno.serve(
  createHandler('api', [...routes, ...documentationRoutes(routes)], {
    token: cookieToken,
    cors: false,
  }),
);
