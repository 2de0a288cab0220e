import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { CATEGORY_COLORS, type CategoryColor } from '../domain/category.ts';
import { uidOfName } from '../domain/uid.ts';
import { fromDatabase, notFound, ServiceError } from '../errors.ts';
import { knownZone } from './days.ts';
import { contactObject, type ContactRow } from './contact-object.ts';
import { dueEvents, taskObject, type TaskRow } from './task-object.ts';

/** Where programs reach all of this, through the gateway or the proxy. */
export const BASE = '/dav';

/** Who calls, with their rights. `names`: of the lists whose address does not have their uid. */
export type Account = {
  username: string;
  userId: string;
  db: SupabaseClient;
  names: ReadonlyMap<string, string>;
};

/** What a path names. `list`: the uid of a category, `none`, `due`, or `contacts`. */
export type Resource =
  | { type: 'root' }
  | { type: 'principal' }
  | { type: 'calendars' }
  | { type: 'addressbooks' }
  | { type: 'list'; list: string }
  | { type: 'object'; list: string; name: string };

const encode = encodeURIComponent;

/** Where something stands, as answers name it. */
export function pathTo(account: Account, resource: Resource): string {
  const user = encode(account.username);
  switch (resource.type) {
    case 'root':
      return `${BASE}/`;
    case 'principal':
      return `${BASE}/principals/${user}/`;
    case 'calendars':
      return `${BASE}/calendars/${user}/`;
    case 'addressbooks':
      return `${BASE}/addressbooks/${user}/`;
    case 'list': {
      const home = resource.list === 'contacts' ? 'addressbooks' : 'calendars';
      const name = account.names.get(resource.list) ?? resource.list;
      return `${BASE}/${home}/${user}/${encode(name)}/`;
    }
    default: {
      const { list, name } = resource;
      const ending = list === 'contacts' ? '.vcf' : '.ics';
      return `${pathTo(account, { type: 'list', list })}${encode(name)}${ending}`;
    }
  }
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu;

/**
 * What a path below `/dav` names. Programs that make a list give it a name of their own, which leads
 * to the same uid each time. Throws 404 for what is nowhere, and for what is another's.
 */
export function resourceAt(account: Account, path: string): Resource {
  const parts = path.split('/').filter((part) => part !== '');
  const [home = '', user = '', list = '', name = '', ...more] = parts.map(decoded);
  if (home === '') return { type: 'root' };
  if (more.length > 0) throw notFound();
  if (user === '' && home === 'principals') return { type: 'root' };
  if (user !== account.username) throw notFound();
  if (home === 'principals' && list === '') return { type: 'principal' };
  if (home !== 'calendars' && home !== 'addressbooks') throw notFound();
  if (list === '') return { type: home };
  const isBook = home === 'addressbooks';
  if (isBook !== (list === 'contacts')) throw notFound();
  const isOwn = isBook || list === 'none' || list === 'due';
  const uid = UUID.test(list) ? list.toLowerCase() : uidOfName(account.userId, list);
  const id = isOwn ? list : uid;
  if (name === '') return { type: 'list', list: id };
  const bare = name.replace(isBook ? /\.vcf$/iu : /\.ics$/iu, '');
  if (bare === '' || bare === name || bare.length > 255) throw notFound();
  return { type: 'object', list: id, name: bare };
}

/** What a reference in a request names, an address or a path; null for what is nowhere. */
export function resourceOf(account: Account, reference: string): Resource | null {
  const pathname = URL.parse(reference, 'http://almanac')?.pathname;
  if (pathname === undefined) return null;
  try {
    return resourceAt(
      account,
      pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : pathname,
    );
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
}

const stateSchema = z.object({
  history: z.string(),
  rev: z.number(),
  purged_rev: z.number(),
  time_zone: z.nullable(z.string()),
  categories: z.array(
    z.object({ uid: z.string(), name: z.string(), color: z.nullable(z.enum(CATEGORY_COLORS)) }),
  ),
  lists: z.array(
    z.object({
      list: z.string(),
      order: z.nullable(z.number()),
      color: z.nullable(z.enum(CATEGORY_COLORS)),
      name: z.nullable(z.string()),
    }),
  ),
});
/** `zone`: in which a moment is a day. */
export type State = Omit<z.infer<typeof stateSchema>, 'time_zone'> & { zone: string };

/** How far the account's history has come, its lists, and its time zone. `address`: from where it is asked. */
export async function readState({ db }: Pick<Account, 'db'>, address: string): Promise<State> {
  const { data, error } = await db.rpc('dav_state', { address });
  if (error) throw fromDatabase(error);
  const { time_zone, ...state } = stateSchema.parse(data);
  return { ...state, zone: knownZone(time_zone) ?? 'UTC' };
}

/** A list as its collection shows it. `order`: where a program wants it among the others. */
export type List = {
  list: string;
  name: string;
  color: CategoryColor | null;
  order: number | null;
  isReadOnly: boolean;
};

/** The task lists: one for each category, one for tasks of none, and the days of all. */
export function taskLists({ categories, lists }: State): List[] {
  const said = new Map(lists.map((one) => [one.list, one]));
  const order = (list: string) => said.get(list)?.order ?? null;
  return [
    {
      list: 'none',
      name: 'Tasks',
      color: said.get('none')?.color ?? 'blue',
      order: order('none'),
      isReadOnly: false,
    },
    ...categories.map(({ uid, name, color }) => ({
      list: uid,
      name,
      color,
      order: order(uid),
      isReadOnly: false,
    })),
    { list: 'due', name: 'Due', color: 'slate', order: order('due'), isReadOnly: true },
  ];
}

/** Whether a list is a category, and not one of those that are always there. */
export const isCategory = (list: string): boolean => !['contacts', 'none', 'due'].includes(list);

/** A list that there is. Throws 404. */
export function listOf(state: State, list: string): List {
  if (list === 'contacts')
    return { list, name: 'Contacts', color: null, order: null, isReadOnly: false };
  const found = taskLists(state).find((one) => one.list === list);
  if (!found) throw notFound();
  return found;
}

export const kindOf = (list: string): 'tasks' | 'contacts' =>
  list === 'contacts' ? 'contacts' : 'tasks';

const listedSchema = z.array(
  z.object({
    name: z.string(),
    rev: z.number(),
    raw: z.optional(z.nullable(z.string())),
    data: z.optional(z.record(z.string(), z.unknown())),
  }),
);

/** An object as it is sent. */
export type Item = { name: string; etag: string; text: string };

/** Objects that are read at a time. */
const PAGE = 200;

export const etagOf = (rev: number): string => `"${rev}"`;

/** The names and revisions of all objects of a list. */
export async function listNames({ db }: Account, list: string) {
  const { data, error } = await db.rpc('dav_list', { kind: kindOf(list), list });
  if (error) throw fromDatabase(error);
  return listedSchema.parse(data);
}

/** Objects of a list, those of these names. What is not there is left out. */
export async function readItems(
  { db }: Account,
  state: State,
  list: string,
  names: readonly string[],
): Promise<Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < names.length; at += PAGE) {
    const { data, error } = await db.rpc('dav_list', {
      kind: kindOf(list),
      list,
      names: names.slice(at, at + PAGE),
      with_data: true,
    });
    if (error) throw fromDatabase(error);
    for (const { name, rev, raw, data: row } of listedSchema.parse(data))
      items.push({ name, etag: etagOf(rev), text: textOf(list, row ?? {}, raw ?? null, state) });
  }
  return items;
}

/** A row as an object of a list. */
export function textOf(
  list: string,
  row: Record<string, unknown>,
  raw: string | null,
  state: State,
): string {
  // The database's own row, whose types are generated from there.
  if (list === 'contacts') return contactObject(row as ContactRow, raw);
  if (list === 'due') return dueEvents([row as TaskRow]);
  return taskObject(row as TaskRow, raw, state.zone);
}

/** Apple's colours of lists, near those of the screens. */
export const COLORS: Record<CategoryColor, string> = {
  purple: '#8b5cf6',
  green: '#22a05a',
  blue: '#2f6fed',
  slate: '#64748b',
  red: '#dc2f2f',
  orange: '#e8730c',
  yellow: '#d9a400',
  teal: '#0f9f93',
  cyan: '#0891c9',
  pink: '#dd3b8c',
};

/** Hue in degrees and how much colour there is (0 to 1) in `#RRGGBB`; null for what is no colour. */
function hueOf(text: string): { hue: number; chroma: number } | null {
  const [, ...parts] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})/iu.exec(text.trim()) ?? [];
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16) / 255);
  if (red === undefined || green === undefined || blue === undefined) return null;
  const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
  const hue = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * (180 / Math.PI);
  return { hue, chroma };
}

/** Below this a colour is a grey: slate, the only one of ours. */
const GREY = 0.2;

/**
 * The colour of ours with the nearest hue to `#RRGGBB`, since programs' colours are brighter than
 * ours: null for what is no colour.
 */
export function nearestColor(given: string): CategoryColor | null {
  const wanted = hueOf(given);
  if (!wanted) return null;
  if (wanted.chroma < GREY) return 'slate';
  const distance = (color: CategoryColor) => {
    const apart = Math.abs((hueOf(COLORS[color])?.hue ?? 0) - wanted.hue);
    return color === 'slate' ? 360 : Math.min(apart, 360 - apart);
  };
  return CATEGORY_COLORS.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
