import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import * as z from 'zod';
import type { TestStack } from '../../stack/testing.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Index Name'?: string | undefined;
  'Actual Rows'?: number | undefined;
  'Actual Loops'?: number | undefined;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: Node[] | undefined;
};

const nodeSchema: z.ZodType<Node> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  Plans: z.lazy(() => z.array(nodeSchema)).optional(),
});
const entrySchema = z.object({ Plan: nodeSchema });

/** What the database did for one request, statements inside functions and triggers included. */
export type Work = {
  /** Milliseconds of the longest statement, in which those of its functions are contained. */
  ms: number;
  rowsRead: number;
  indexes: Set<string>;
  /** Tables that were read without an index. */
  scanned: Set<string>;
};

/** Makes the sessions of the API report the plan of all they do in the server's log. */
export async function explainEverything(database: Client): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
  };
  for (const role of ['authenticator', 'supabase_auth_admin']) {
    for (const [name, value] of Object.entries(settings)) {
      await database.query(`alter role ${role} set ${name} = '${value}'`);
    }
  }
  // Those that are open already do not know of it.
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename in ('authenticator', 'supabase_auth_admin')`,
  );
}

function add(work: Work, node: Node): void {
  const table = node['Relation Name'];
  const index = node['Index Name'];
  if (index !== undefined) work.indexes.add(index);
  if (table !== undefined && node['Node Type'].endsWith('Scan')) {
    const once = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
    const rows = once * (node['Actual Loops'] ?? 1);
    work.rowsRead += rows;
    // "Is there any row?" ends at the first one.
    if (node['Node Type'] === 'Seq Scan' && rows > 1) work.scanned.add(table);
  }
  for (const below of node.Plans ?? []) add(work, below);
}

/** Reads what auto_explain wrote: a line with the duration, then a plan in lines that are indented. */
function readLog(text: string): Work {
  const work: Work = { ms: 0, rowsRead: 0, indexes: new Set(), scanned: new Set() };
  const lines = text.split('\n').map((line) => line.replace(/^\S+ \w+ PostgreSQL: /, ''));
  for (const [at, line] of lines.entries()) {
    const [, duration] = /^LOG: +duration: ([\d.]+) ms +plan:$/.exec(line) ?? [];
    if (duration === undefined) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((next) => !next.startsWith('  '));
    const entry = entrySchema.parse(JSON.parse(rest.slice(0, end).join('\n')));
    work.ms = Math.max(work.ms, Number(duration));
    add(work, entry.Plan);
  }
  return work;
}

let marks = 0;

/** Runs `request` and resolves to what the database did meanwhile. */
export async function workOf(
  stack: TestStack,
  database: Client,
  request: () => Promise<void>,
): Promise<Work> {
  const before = stack.log().length;
  await request();
  marks += 1;
  const mark = `almanac mark ${marks}.`;
  await database.query(`do $$ begin raise log '${mark}'; end $$`);
  while (!stack.log().slice(before).includes(mark)) await delay(2);
  return readLog(stack.log().slice(before));
}
