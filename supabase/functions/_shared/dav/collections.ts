import { isReservedName } from '../domain/category.ts';
import { forbidden, fromDatabase, notFound } from '../errors.ts';
import { multistatus, named, Precondition, readTypedXml, readXml, type Call } from './call.ts';
import {
  objectProperties,
  propertiesOf,
  response,
  wantedOf,
  wantsMinimal,
  type Wanted,
} from './properties.ts';
import {
  isCategory,
  listNames,
  listOf,
  nearestColor,
  pathTo,
  readItems,
  taskLists,
  type Account,
  type Resource,
} from './resources.ts';
import { childOf, href, tag, type Element } from './xml.ts';

type Collection = Exclude<Resource, { type: 'object' }>;

function collection({ account, state }: Call, resource: Collection, wanted: Wanted): string {
  const list = resource.type === 'list' ? listOf(state, resource.list) : undefined;
  return response(pathTo(account, resource), propertiesOf(account, state, resource, list), wanted);
}

/** PROPFIND (RFC 4918, 9.1): properties of a resource, and of what is right below it. */
export async function propfind(call: Call): Promise<Response> {
  const { account, request, state, resource } = call;
  const wanted = wantedOf(await readXml(request), request);
  const depth = request.headers.get('depth') ?? 'infinity';
  if (depth === 'infinity')
    throw new Precondition(403, 'D:propfind-finite-depth', 'Ask for one level at a time');
  const isDeep = depth === '1';
  if (resource.type === 'object') {
    const [item] = await readItems(account, state, resource.list, [resource.name]);
    if (!item) throw notFound();
    const { list, name } = resource;
    const found = objectProperties(account, list, item);
    return multistatus(response(named(account, list, name), found, wanted));
  }
  const answers = [collection(call, resource, wanted)];
  if (isDeep && resource.type === 'root')
    answers.push(collection(call, { type: 'principal' }, wanted));
  if (isDeep && resource.type === 'calendars')
    for (const { list } of taskLists(state))
      answers.push(collection(call, { type: 'list', list }, wanted));
  if (isDeep && resource.type === 'addressbooks')
    answers.push(collection(call, { type: 'list', list: 'contacts' }, wanted));
  if (isDeep && resource.type === 'list') {
    const { list } = resource;
    for (const one of await listNames(account, list))
      answers.push(
        response(named(account, list, one.name), objectProperties(account, list, one), wanted),
      );
  }
  return multistatus(...answers);
}

/** What MKCALENDAR, MKCOL and PROPPATCH set. */
function setOf(body: Element | null): Element[] {
  return (body?.children ?? [])
    .filter(({ name }) => name === 'D:set')
    .flatMap((set) => childOf(set, 'D:prop')?.children ?? []);
}

const textIn = (elements: readonly Element[], name: string) =>
  elements.find((element) => element.name === name)?.text.trim();

async function change({ db }: Account, ...changes: object[]): Promise<void> {
  const { data, error } = await db.rpc('push_changes', {
    changes: changes.map((one) => ({ table: 'categories', ...one })),
  });
  if (error) throw fromDatabase(error);
  const { answers } = data as { answers: { error?: { code: string; message: string } }[] };
  for (const { error: refused } of answers) if (refused) throw fromDatabase(refused);
}

/** The order that a program gives a list, as it writes it; undefined where it gives none. */
function orderIn(set: readonly Element[]): number | undefined {
  const order = Number(textIn(set, 'A:calendar-order') || Number.NaN);
  return Number.isInteger(order) && Math.abs(order) < 2 ** 31 ? order : undefined;
}

async function describe(
  { db }: Account,
  list: string,
  said: { sort_order?: number | undefined; color?: string; name?: string | undefined },
): Promise<void> {
  if (Object.values(said).every((one) => one === undefined)) return;
  const { error } = await db.rpc('dav_set_list', { list, ...said });
  if (error) throw fromDatabase(error);
}

/** The name that a program gives a list it makes; undefined where that is its uid. */
function nameIn({ url }: Request, list: string): string | undefined {
  const [last = ''] = new URL(url).pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(-1);
  const name = decodeURIComponent(last);
  return name === list || name.length > 255 ? undefined : name;
}

/** MKCALENDAR and MKCOL (RFC 4791, 5.3.1; 5689): a list is a category. */
export async function makeList({ account, request, state, resource }: Call): Promise<Response> {
  const body = await readTypedXml(request);
  if (resource.type !== 'list' || !isCategory(resource.list))
    throw new Precondition(
      403,
      'C:calendar-collection-location-ok',
      'Only task lists can be made, beside the others',
    );
  if (state.categories.some(({ uid }) => uid === resource.list))
    throw new Precondition(405, 'D:resource-must-be-null', 'This list is there already');
  const set = setOf(body);
  const components = set.find(({ name }) => name === 'C:supported-calendar-component-set');
  if (components && !components.children.some(({ attributes }) => attributes['name'] === 'VTODO'))
    throw new Precondition(403, 'C:supported-calendar-component', 'Only lists of tasks are kept');
  const given = nameIn(request, resource.list);
  const name = (textIn(set, 'D:displayname') || given || 'New list').slice(0, 200);
  if (isReservedName(name)) throw forbidden(`A list cannot be called ${name}`);
  const color = nearestColor(textIn(set, 'A:calendar-color') ?? '');
  const { list: uid } = resource;
  const category = { uid, set: { name, ...(color && { color }) } };
  // Under the name of one that was deleted it is that one again.
  await change(account, { ...category, create: true }, { uid, restore: true }, category);
  await describe(account, resource.list, {
    sort_order: orderIn(set),
    name: given,
  });
  return new Response(null, { status: 201 });
}

/** PROPPATCH: the name of a category, the colour of a list that can be written, the order of any. */
export async function proppatch({ account, request, state, resource }: Call): Promise<Response> {
  const body = await readXml(request);
  if (resource.type === 'object') throw forbidden('Properties of objects are not kept');
  const list = resource.type === 'list' ? listOf(state, resource.list) : null;
  const set = setOf(body);
  const removed = (body?.children ?? [])
    .filter(({ name }) => name === 'D:remove')
    .flatMap((one) => childOf(one, 'D:prop')?.children ?? []);
  const isNamed = list !== null && isCategory(list.list);
  const name = textIn(set, 'D:displayname')?.slice(0, 200);
  const color = nearestColor(textIn(set, 'A:calendar-color') ?? '');
  const order = orderIn(set);
  const done = new Set<string>();
  if (isNamed && name && !isReservedName(name)) done.add('D:displayname');
  if (color && list !== null && list.list !== 'contacts' && !list.isReadOnly)
    done.add('A:calendar-color');
  if (order !== undefined && list !== null && list.list !== 'contacts')
    done.add('A:calendar-order');
  // All or nothing (RFC 4918, 9.2).
  const failed = [...set.filter((one) => !done.has(one.name)), ...removed];
  if (failed.length === 0 && list !== null) {
    if (isNamed && (name || color))
      await change(account, {
        uid: list.list,
        set: { ...(name && { name }), ...(color && { color }) },
      });
    await describe(account, list.list, {
      sort_order: order,
      ...(!isNamed && color && { color }),
    });
  }
  if (failed.length === 0 && wantsMinimal(request)) return new Response(null, { status: 204 });
  const status = (one: Element) =>
    failed.includes(one) ? '403 Forbidden' : failed.length > 0 ? '424 Failed Dependency' : '200 OK';
  const inner = [...set, ...removed].map((one) =>
    tag('D:propstat', tag('D:prop', tag(one.name)) + tag('D:status', `HTTP/1.1 ${status(one)}`)),
  );
  return multistatus(tag('D:response', href(pathTo(account, resource)) + inner.join('')));
}

/** DELETE of a list: the category goes, and its tasks go to the trash, as programs say they will. */
export async function removeList({ account, state }: Call, list: string): Promise<void> {
  if (!isCategory(list)) throw forbidden('This list is always there');
  listOf(state, list);
  const { error } = await account.db.rpc('dav_delete_list', { list });
  if (error) throw fromDatabase(error);
}
