import { expect, test } from 'vitest';
import { actor } from '../support/actors.ts';
import { forge, tamper } from '../support/tokens.ts';
import { api } from './support/api.ts';
import { operations } from './support/operations.ts';

/** The spec's section 7, word for word, and what the design adds to it. */
const DOCUMENTED = `
GET /auth/registration
PATCH /user/email
GET /app-passwords
POST /app-passwords
DELETE /app-passwords/{id}
DELETE /user
POST /admin/users
DELETE /admin/users/{id}
GET /admin/registration
PATCH /admin/registration
POST /admin/invitations
DELETE /admin/invitations/{id}
GET /auth/user
POST /auth/login
POST /auth/logout
POST /logout
POST /auth/register
POST /auth/reset-password
POST /auth/change-password
PATCH /user/header-color
PATCH /user/contact-view-mode
PATCH /user/theme
GET /tasks
POST /tasks
PATCH /tasks/{id}
PATCH /tasks/{id}/toggle
DELETE /tasks/{id}
PATCH /tasks/bulk-update-category
PATCH /tasks/reorder
POST /tasks/reorder
GET /categories
POST /categories
PATCH /categories/{name}
DELETE /categories/{name}
GET /admin/users
PATCH /admin/users/{id}/admin
POST /admin/users/{id}/reset-password
POST /admin/configure-email
POST /admin/test-email
GET /contacts
POST /contacts
PATCH /contacts/{id}
DELETE /contacts/{id}
GET /notes
POST /notes
PATCH /notes/{id}
DELETE /notes/{id}
GET /export
GET /folders
POST /folders
PATCH /folders/{id}
DELETE /folders/{id}
GET /search
`;

const PATH_VALUES: Record<string, string> = { id: '1', name: 'Work' };

function concrete(path: string): string {
  const values = /^\/(admin|app-passwords)\//.test(path)
    ? { id: 'c56a4180-65aa-42ec-a945-5fd21dec0538' }
    : PATH_VALUES;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name as 'id'] ?? '');
}

test('spec §7 OpenAPI: the document has every documented route and no other', async () => {
  const answer = await api('GET', '/openapi.json');
  expect(answer).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  const found = (await operations()).map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toEqual(DOCUMENTED.trim().split('\n').toSorted());
});

test(
  'spec §6 every route: nobody and forged tokens are refused, users are no administrators',
  { timeout: 90_000 },
  async () => {
    const anna = await actor('anna');
    const chief = await actor('chief', { admin: true });
    const claims = { sub: chief.id, role: 'authenticated', aud: 'authenticated', exp: 4e9 };
    const worthless = [undefined, 'garbage', forge(claims), tamper(anna.token, { sub: chief.id })];
    for (const { method, path, open } of await operations()) {
      if (open) continue;
      for (const token of worthless) {
        const answer = await api(method, concrete(path), {
          ...(token && { token }),
          ...(method !== 'GET' && { body: {} }),
        });
        expect(answer, `${method} ${path}`).toMatchObject({
          status: 401,
          body: { message: expect.any(String), code: 'not_signed_in' },
        });
      }
      if (!path.startsWith('/admin/')) continue;
      const answer = await api(method, concrete(path), {
        token: anna.token,
        ...(method !== 'GET' && { body: {} }),
      });
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    }
  },
);

test('design §6 every route: other methods are 405 and say which are there', async () => {
  const answer = await api('DELETE', '/tasks');
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect(answer.headers.get('allow')).toBe('GET, POST');
  expect(await api('GET', '/nothing')).toMatchObject({
    status: 404,
    body: { code: 'unknown_route' },
  });
});
