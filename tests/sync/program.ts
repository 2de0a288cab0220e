import type { TableName } from '../../web/src/sync/changes.ts';
import type { Network } from './connection.ts';
import { Random } from './random.ts';

/** What somebody does to a row. Which one is meant is told by `uid`, or by `which` where the device has not heard of that. */
export type Wish = {
  verb: 'create' | 'edit' | 'write' | 'drag' | 'delete' | 'restore' | 'erase';
  table: TableName;
  uid: string;
  /** From 0 up to 1, for whatever is to be chosen among what the device shows then. */
  which: number;
  /** The same for a folder, a category, a paragraph or a neighbour. */
  other: number;
  /** Which of the columns. */
  field: number;
  /** Typed nowhere else. */
  text: string;
};

/** A step of a history; devices by their number, tabs by a number below 1. */
export type Step = { device: number; tab: number } & (
  | { does: 'change'; wish: Wish; isCut: boolean }
  | { does: 'network'; network: Network }
  | { does: 'open' | 'close' | 'crash' | 'look' | 'choose' }
  | { does: 'expire'; isKnown: boolean }
);

export const DEVICES = ['phone', 'laptop', 'tablet'] as const;
const HOUR = 3_600_000;

const TABLES = [
  'tasks',
  'tasks',
  'tasks',
  'notes',
  'notes',
  'folders',
  'contacts',
  'categories',
] as const;
const NETWORKS = [
  'ok',
  'ok',
  'ok',
  'offline',
  'offline',
  'answers-lost',
  'sent-twice',
  'echoing',
  'dead',
  'deaf',
] as const;

export type Program = { seed: number; clocks: readonly number[]; steps: readonly Step[] };

/** What happens in a history: by its seed alone. */
export function programOf(seed: number, length: number): Program {
  const random = new Random(seed);
  const clocks = DEVICES.map(() => random.pick([0, HOUR, -HOUR]));
  const uids: Record<TableName, string[]> = {
    tasks: [],
    categories: [],
    contacts: [],
    folders: [],
    notes: [],
  };
  const wish = (at: number): Wish => {
    const table = random.pick(TABLES);
    const known = uids[table];
    const dice = random.next();
    const verb = known.length === 0 || dice < 0.25 ? 'create' : verbOf(table, dice, random);
    const uid = verb === 'create' ? random.uid() : (known[random.below(known.length)] ?? '');
    if (verb === 'create') known.push(uid);
    const [which, other] = [random.next(), random.next()];
    return { verb, table, uid, which, other, field: random.below(12), text: `t${at}x` };
  };
  const step = (at: number): Step => {
    const where = { device: random.below(DEVICES.length), tab: random.next() };
    const dice = random.next();
    if (dice < 0.08) return { ...where, does: 'network', network: random.pick(NETWORKS) };
    if (dice < 0.11) return { ...where, does: 'open' };
    if (dice < 0.125) return { ...where, does: 'close' };
    if (dice < 0.14) return { ...where, does: 'crash' };
    if (dice < 0.2) return { ...where, does: 'look' };
    if (dice < 0.22) return { ...where, does: 'choose' };
    if (dice < 0.235) return { ...where, does: 'expire', isKnown: random.next() < 0.5 };
    return { ...where, does: 'change', wish: wish(at), isCut: random.next() < 0.01 };
  };
  return { seed, clocks, steps: Array.from({ length }, (_, at) => step(at)) };
}

function verbOf(table: TableName, dice: number, random: Random): Wish['verb'] {
  if (dice < 0.37) return 'delete';
  if (dice < 0.45) return 'restore';
  if (dice < 0.47 && table !== 'categories') return 'erase';
  if (table === 'notes' && random.next() < 0.5) return 'write';
  if (table === 'tasks' && random.next() < 0.2) return 'drag';
  return 'edit';
}
