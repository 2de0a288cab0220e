import { badRequest, fromDatabase } from '../errors.ts';
import { multistatus, named, Precondition, readXml, type Call } from './call.ts';
import { calendarFilter, cardFilter } from './filters.ts';
import {
  fingerprint,
  objectProperties,
  parseToken,
  printToken,
  response,
  statusResponse,
  tokenOf,
  wantedOf,
  type Wanted,
} from './properties.ts';
import {
  kindOf,
  listNames,
  listOf,
  pathTo,
  readItems,
  resourceOf,
  type Item,
} from './resources.ts';
import { childOf, tag, type Element } from './xml.ts';

/** Objects that one multiget may name. */
const MAX_NAMED = 5_000;

/** Answers with the objects of these names; 404 for those that are not there. */
async function objects(
  { account, state }: Call,
  list: string,
  names: readonly string[],
  wanted: Wanted,
): Promise<string[]> {
  const items = new Map(
    (await readItems(account, state, list, names)).map((item) => [item.name, item]),
  );
  return names.map((name) => {
    const item = items.get(name);
    const path = named(account, list, name);
    if (!item) return statusResponse(path, '404 Not Found');
    return response(path, objectProperties(account, list, item), wanted);
  });
}

function multigetNames({ account }: Call, list: string, body: Element): (string | null)[] {
  const paths = body.children
    .filter(({ name }) => name === 'D:href')
    .map(({ text }) => text.trim());
  if (paths.length > MAX_NAMED) throw badRequest(`At most ${MAX_NAMED} objects at a time`);
  return paths.map((path) => {
    const resource = resourceOf(account, path);
    return resource?.type === 'object' && resource.list === list ? resource.name : null;
  });
}

/** REPORT of a list: a multiget, a query, or what is new since a token. */
export async function report(call: Call): Promise<Response> {
  const { request, resource } = call;
  const body = await readXml(request);
  if (!body) throw badRequest('A report has a body', 'invalid_xml');
  if (resource.type !== 'list') throw unsupportedReport();
  const { list } = resource;
  listOf(call.state, list);
  const prefix = list === 'contacts' ? 'R:addressbook' : 'C:calendar';
  if (body.name === 'D:sync-collection') return sync(call, list, body);
  if (body.name === `${prefix}-multiget`) {
    const names = multigetNames(call, list, body);
    const paths = body.children.filter(({ name }) => name === 'D:href');
    const missing = paths.flatMap(({ text }, at) =>
      names[at] === null ? [statusResponse(text.trim(), '404 Not Found')] : [],
    );
    const there = names.filter((name) => name !== null);
    return multistatus(...(await objects(call, list, there, wantedOf(body, request))), ...missing);
  }
  if (body.name === `${prefix}-query`) return query(call, list, body);
  throw unsupportedReport();
}

const unsupportedReport = () =>
  new Precondition(403, 'D:supported-report', 'This report is not known here');

async function query(call: Call, list: string, body: Element): Promise<Response> {
  const { account, request, state } = call;
  const wanted = wantedOf(body, request);
  const matches =
    list === 'contacts'
      ? cardFilter(childOf(body, 'R:filter'))
      : calendarFilter(childOf(body, 'C:filter'), state.zone);
  const limit = Number(childOf(childOf(body, 'R:limit'), 'R:nresults')?.text ?? Infinity);
  const names = (await listNames(account, list)).map(({ name }) => name);
  const found: Item[] = (await readItems(account, state, list, names)).filter(({ text }) =>
    matches(text),
  );
  const shown = found.slice(0, limit > 0 ? limit : 0);
  const answers = shown.map((item) =>
    response(named(account, list, item.name), objectProperties(account, list, item), wanted),
  );
  if (shown.length < found.length)
    answers.push(
      statusResponse(pathTo(account, { type: 'list', list }), '507 Insufficient Storage'),
    );
  return multistatus(...answers);
}

/** RFC 6578: what is new since a token, which names a revision. */
async function sync(call: Call, list: string, body: Element): Promise<Response> {
  const { account, request, state } = call;
  const wanted = wantedOf(body, request);
  const given = childOf(body, 'D:sync-token')?.text.trim() ?? '';
  const asked = Number(childOf(childOf(body, 'D:limit'), 'D:nresults')?.text ?? Infinity);
  const limit = asked >= 1 ? Math.min(asked, MAX_NAMED) : MAX_NAMED;
  const now = tokenOf(state);
  const since = given === '' ? { ...now, rev: 0, after: '' } : parseToken(given);
  const isOld =
    since === null ||
    (given !== '' &&
      (since.history !== state.history ||
        since.rev < state.purged_rev ||
        since.rev > state.rev ||
        (list === 'none' && since.lists !== fingerprint(state))));
  if (isOld)
    throw new Precondition(403, 'D:valid-sync-token', 'The token is too old: begin afresh');
  // Most of what phones ask, all day long.
  if (since.rev === state.rev && since.after === '')
    return multistatus(tag('D:sync-token', printToken(now)));

  const { data, error } = await account.db.rpc('dav_changes', {
    kind: kindOf(list),
    list,
    // A token without a name has seen all of its revision.
    since: since.after === '' ? since.rev + 1 : since.rev,
    after: since.after,
    most: limit + 1,
  });
  if (error) throw fromDatabase(error);
  const changes = data as { name: string; rev: number; gone: boolean }[];
  const sent = changes.slice(0, limit);
  const last = sent.at(-1);
  const isPart = changes.length > limit && last !== undefined;
  const next = isPart ? { ...now, rev: last.rev, after: last.name } : now;

  // A first reading has nothing to forget.
  const gone = given === '' ? [] : sent.filter((one) => one.gone);
  const there = sent.filter((one) => !one.gone);
  const wantsText = wanted.names?.some((name) => name.endsWith('-data')) ?? false;
  const answers = wantsText
    ? await objects(
        call,
        list,
        there.map(({ name }) => name),
        wanted,
      )
    : there.map((one) =>
        response(named(account, list, one.name), objectProperties(account, list, one), wanted),
      );
  for (const { name } of gone)
    answers.push(statusResponse(named(account, list, name), '404 Not Found'));
  if (isPart)
    answers.push(
      statusResponse(pathTo(account, { type: 'list', list }), '507 Insufficient Storage'),
    );
  return multistatus(...answers, tag('D:sync-token', printToken(next)));
}
