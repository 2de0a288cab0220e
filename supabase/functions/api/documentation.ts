import { SESSION_COOKIE } from '../_shared/domain/session.ts';
import { ok, route, type Route } from '../_shared/http/routes.ts';
import { openApiDocument } from './openapi.ts';
import { renderPage } from './page.ts';

/** `/openapi.json` and `/docs`, made once from the routes. */
export function documentationRoutes(routes: readonly Route[]): Route[] {
  let document: Record<string, unknown> | undefined;
  const openApi = () => (document ??= openApiDocument(routes, SESSION_COOKIE));
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      access: 'anyone',
      handle: async () => ok(openApi()),
    }),
    route({
      method: 'GET',
      path: '/docs',
      access: 'anyone',
      handle: async () => ({
        status: 200,
        body: renderPage(openApi()),
        headers: new Headers({
          'content-type': 'text/html; charset=utf-8',
          // One inline style sheet, and nothing else from anywhere.
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        }),
      }),
    }),
  ];
}
