import { isReservedName } from '../domain/category.ts';
import { newUid } from '../domain/uid.ts';
import { forbidden, fromDatabase, notFound } from '../errors.ts';
import { multistatus, named, Precondition, readXml, type Call } from './call.ts';
import { objectProperties, propertiesOf, response, wantedOf, type Wanted } from './properties.ts';
import {
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
  const wanted = wantedOf(await readXml(request));
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

async function change({ db }: Account, changed: object): Promise<void> {
  const { data, error } = await db.rpc('push_changes', {
    changes: [{ table: 'categories', ...changed }],
  });
  if (error) throw fromDatabase(error);
  const [refused] = (data as { answers: { error?: { code: string; message: string } }[] }).answers;
  if (refused?.error) throw fromDatabase(refused.error);
}

/** MKCALENDAR and MKCOL (RFC 4791, 5.3.1; 5689): a list is a category. */
export async function makeList({ account, request, state, resource }: Call): Promise<Response> {
  const body = await readXml(request);
  if (resource.type !== 'list' || ['contacts', 'none', 'due'].includes(resource.list))
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
  const name = textIn(set, 'D:displayname') || 'New list';
  if (isReservedName(name)) throw forbidden(`A list cannot be called ${name}`);
  const color = nearestColor(textIn(set, 'A:calendar-color') ?? '');
  await change(account, {
    uid: resource.list,
    create: true,
    set: { name: name.slice(0, 200), ...(color && { color }) },
  });
  return new Response(null, { status: 201 });
}

/** PROPPATCH: the name and the colour of a category. */
export async function proppatch({ account, request, state, resource }: Call): Promise<Response> {
  const body = await readXml(request);
  if (resource.type === 'object') throw forbidden('Properties of objects are not kept');
  const set = setOf(body);
  const removed = (body?.children ?? [])
    .filter(({ name }) => name === 'D:remove')
    .flatMap((one) => childOf(one, 'D:prop')?.children ?? []);
  const isCategory =
    resource.type === 'list' && !['contacts', 'none', 'due'].includes(resource.list);
  const name = textIn(set, 'D:displayname');
  const color = nearestColor(textIn(set, 'A:calendar-color') ?? '');
  const done = new Set<string>();
  if (resource.type === 'list') listOf(state, resource.list);
  if (isCategory && name && !isReservedName(name)) done.add('D:displayname');
  if (isCategory && color) done.add('A:calendar-color');
  // All or nothing (RFC 4918, 9.2).
  const failed = [...set, ...removed].filter((one) => !done.has(one.name));
  if (failed.length === 0 && done.size > 0)
    await change(account, {
      uid: resource.type === 'list' ? resource.list : newUid(),
      set: { ...(name && { name: name.slice(0, 200) }), ...(color && { color }) },
    });
  const status = (one: Element) =>
    failed.includes(one) ? '403 Forbidden' : failed.length > 0 ? '424 Failed Dependency' : '200 OK';
  const inner = [...set, ...removed].map((one) =>
    tag('D:propstat', tag('D:prop', tag(one.name)) + tag('D:status', `HTTP/1.1 ${status(one)}`)),
  );
  return multistatus(tag('D:response', href(pathTo(account, resource)) + inner.join('')));
}
