import { randomUUID } from 'node:crypto';
import { unique, type Actor } from '../../support/actors.ts';
import { wrong, type Contract, type Refused } from './contract.ts';

/** Makes a row of the owner's below /api, and gives its id. */
async function row(owner: Actor, table: string, values: object): Promise<number> {
  const { data, error } = await owner.client.from(table).insert(values).select('id').single();
  if (error) throw error;
  return Number(Object(data).id);
}

const task = (owner: Actor, title = unique('Task')) => row(owner, 'tasks', { title });

/** List, create, change and delete of one of the four tables that are alike. */
function collection(
  table: string,
  values: { row: object; body: object; change: object; longer: object; bad: [object, string] },
): Record<string, Contract> {
  const make = async (owner: Actor) => ({ path: { id: await row(owner, table, values.row) } });
  const readOnly = wrong({ ...values.change, userId: randomUUID() }, 'userId');
  return {
    [`GET /${table}`]: {
      make: async (owner) => ({ shows: `"id":${await row(owner, table, values.row)},` }),
    },
    [`POST /${table}`]: {
      make: () => ({ body: values.body }),
      grows: () => ({ body: values.body }),
      refused: () => [wrong(...values.bad), wrong({ ...values.body, id: 1 }, 'id')],
    },
    [`PATCH /${table}/{id}`]: {
      make: async (owner) => ({ ...(await make(owner)), body: values.change }),
      grows: async (owner) => ({ ...(await make(owner)), body: values.longer }),
      stranger: 404,
      refused: () => [wrong(...values.bad), readOnly],
    },
    [`DELETE /${table}/{id}`]: { make, stranger: 404 },
  };
}

const reorder: Contract = {
  make: async (owner) => ({ body: { taskIds: [await task(owner), await task(owner)] } }),
  stranger: 404,
  refused: async (owner) => {
    const id = await task(owner);
    return [
      wrong({ taskIds: [id, id] }, 'every task must be listed once'),
      { body: { taskIds: [id, 999_999_999] }, status: 404, code: 'not_found', says: 'Task' },
    ];
  },
};

function preference(body: object, bad: object): Contract {
  const says = Object.keys(bad)[0] ?? '';
  return { make: () => ({ body }), refused: () => [wrong(bad, says), wrong({}, says)] };
}

function wrongQueries(queries: [query: Record<string, string>, says: string][]): Refused[] {
  return queries.map(([query, says]) => ({ query, says, status: 400, code: 'invalid_request' }));
}

/** Preferences, tasks, contacts, notes, folders and categories. */
export const organiser: Record<string, Contract> = {
  'GET /export': {
    make: async (owner) => {
      const title = unique('exported');
      await task(owner, title);
      return { query: { kind: 'almanac', category: 'Work', words: title } };
    },
    refused: () =>
      wrongQueries([
        [{ kind: 'mail' }, 'kind'],
        [{ words: 'x'.repeat(201) }, 'words'],
      ]),
    limit: { calls: 21, status: 200, body: () => undefined },
  },
  'PATCH /user/header-color': preference({ headerColor: 'purple' }, { headerColor: 'pink' }),
  'PATCH /user/contact-view-mode': preference({ viewMode: 'list' }, { viewMode: 'grid' }),
  'PATCH /user/theme': preference({ theme: 'dark' }, { theme: 'dim' }),
  'GET /search': {
    make: async (owner) => {
      const title = unique('sought');
      await task(owner, title);
      return { query: { q: title, kinds: 'task,note', limit: '5' }, shows: title };
    },
    refused: () =>
      wrongQueries([
        [{}, 'q'],
        [{ q: 'x'.repeat(201) }, 'q'],
        [{ q: 'a', kinds: 'task,mail' }, 'Kinds are'],
        [{ q: 'a', limit: '51' }, 'from 1 to 50'],
      ]),
  },
  ...collection('tasks', {
    row: { title: 'Water the plants' },
    body: { title: 'Feed the cat', dueDate: '2026-11-21', repeatType: 'daily-weekday' },
    change: { priority: 'high' },
    longer: { description: 'All of them' },
    bad: [{ title: ' ' }, 'title'],
  }),
  'PATCH /tasks/{id}/toggle': {
    make: async (owner) => ({ path: { id: await task(owner) } }),
    grows: async (owner) => ({
      path: { id: await row(owner, 'tasks', { title: 'Run', repeat_type: 'daily' }) },
    }),
    stranger: 404,
  },
  'PATCH /tasks/reorder': reorder,
  'POST /tasks/reorder': reorder,
  'PATCH /tasks/bulk-update-category': {
    make: () => ({ body: { oldCategory: 'Work', newCategory: 'Office' } }),
    grows: async (owner) => {
      await row(owner, 'tasks', { title: 'Write', category: 'Work' });
      return { body: { oldCategory: 'Work', newCategory: 'Workshop' } };
    },
    refused: () => [wrong({ oldCategory: 7, newCategory: 'x' }, 'oldCategory')],
  },
  ...collection('contacts', {
    row: { first_name: 'Ada' },
    body: { firstName: 'Grace', company: 'Navy' },
    change: { mobilePhone: null },
    longer: { company: 'Navy' },
    bad: [{ firstName: 7 }, 'firstName'],
  }),
  ...collection('notes', {
    row: { title: 'Soup' },
    body: { title: 'Bread', content: '', folderId: null },
    change: { content: null },
    longer: { content: 'Salt' },
    bad: [{ title: 'x', folderId: 'none' }, 'folderId'],
  }),
  ...collection('folders', {
    row: { name: 'Recipes' },
    body: { name: 'Travel', category: '', parentId: null },
    change: { name: 'Trips' },
    longer: { name: 'Recipes of my aunt' },
    bad: [{ name: ' ' }, 'name'],
  }),
  'GET /categories': {
    make: async (owner) => {
      const name = unique('Garden');
      await row(owner, 'categories', { name });
      return { shows: name };
    },
  },
  'POST /categories': {
    make: () => ({ body: { name: unique('Kitchen') } }),
    grows: () => ({ body: { name: unique('Kitchen') } }),
    refused: async (owner) => {
      const name = unique('Taken');
      await row(owner, 'categories', { name });
      return [
        wrong({ name: 'All' }, 'name'),
        { body: { name }, status: 409, code: 'category_exists', says: name },
      ];
    },
  },
  'PATCH /categories/{name}': {
    make: async (owner) => {
      const name = unique('Old/ %');
      await row(owner, 'categories', { name });
      return { path: { name }, body: { newName: unique('New') } };
    },
    grows: async (owner) => {
      const name = unique('Short');
      await row(owner, 'categories', { name });
      return { path: { name }, body: { newName: `${name} and long` } };
    },
    stranger: 404,
    refused: async (owner) => {
      const [one, other] = [unique('One'), unique('Other')];
      await row(owner, 'categories', { name: one });
      await row(owner, 'categories', { name: other });
      return [{ path: { name: one }, body: { newName: other }, status: 409, code: 'conflict' }];
    },
  },
  'DELETE /categories/{name}': {
    make: async (owner) => {
      const name = unique('Old');
      await row(owner, 'categories', { name });
      return { path: { name } };
    },
    stranger: 404,
  },
};
