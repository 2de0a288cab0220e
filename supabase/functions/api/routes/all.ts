import { accountRoutes } from '../../_shared/account/routes.ts';
import { appPasswordRoutes } from '../../_shared/account/app-passwords.ts';
import { adminRoutes } from '../../_shared/admin/routes.ts';
import { below, ok, route } from '../../_shared/http/routes.ts';
import { openApiDocument } from '../openapi.ts';
import { authRoutes } from './auth.ts';
import { categoryRoutes } from './categories.ts';
import { contactRoutes } from './contacts.ts';
import { exportRoutes } from './export.ts';
import { folderRoutes, noteRoutes } from './notes.ts';
import { searchRoutes } from './search.ts';
import { taskRoutes } from './tasks.ts';
import { userRoutes } from './users.ts';

const documented = [
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

let document: Record<string, unknown> | undefined;

/** What `/openapi.json` answers and the page at /api/docs shows (web/api-page.ts); made once. */
export function apiDocument(): Record<string, unknown> {
  return (document ??= openApiDocument(documented));
}

/** docs/spec.md, section 7: for scripts and older clients, with the web app's own session. */
export const routes = [
  ...documented,
  route({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    handle: async () => ok(apiDocument()),
  }),
];
