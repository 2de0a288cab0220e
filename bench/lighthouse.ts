import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import * as z from 'zod';
import { fillAccount } from '../tools/seed/fill.ts';
import { findBrowser } from '../tools/browser.ts';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor } from '../web/e2e/support/actor.ts';
import { percentile, type Figure } from './figures.ts';

/** No dependency: npx fetches it when it is asked for. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
const LEAST = { desktop: 98, mobile: 90 };
const HOUSEHOLD = { tasks: 50, completed: 200, contacts: 20, notes: 20, folders: 8 };
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(
    z.enum(CATEGORIES),
    z.object({ score: z.number(), auditRefs: z.array(z.object({ id: z.string() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      displayValue: z.string().optional(),
      numericValue: z.number().optional(),
    }),
  ),
});
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type Report = z.infer<typeof reportSchema>;

/** A Chromium with a profile of its own; Lighthouse reaches it by a port. */
async function startBrowser(cookies: Cookies) {
  const profile = await mkdtemp(join(tmpdir(), 'almanac-lighthouse-'));
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: ['--remote-debugging-port=0'],
  });
  await context.addCookies(cookies);
  const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  return {
    port,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function look(port: string, url: string, form: 'desktop' | 'mobile'): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '-y',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      `--only-categories=${CATEGORIES.join(',')}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    // Outside the project, whose own packages npx would look at first.
    { cwd: tmpdir(), maxBuffer: 64 * 1024 * 1024 },
  );
  const report = reportSchema.parse(JSON.parse(stdout));
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
}

/** What kept a category from 100, for whoever is to mend it. */
function tell(where: string, { categories, audits }: Report): void {
  for (const name of CATEGORIES) {
    for (const { id } of categories[name].auditRefs) {
      const audit = audits[id];
      if (audit && audit.score !== null && audit.score < 1)
        console.log(`${where}, ${name}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
}

function toFigures(where: string, reports: Report[], least: number): Figure[] {
  const median = (of: (report: Report) => number) => percentile(reports.map(of), 50);
  const value = (id: string) => median(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  return [
    ...CATEGORIES.map((name) => ({
      name: `${where}: ${name}`,
      value: median(({ categories }) => Math.round(categories[name].score * 100)),
      unit: '',
      limit: name === 'performance' ? least : 100,
      atLeast: true,
    })),
    {
      name: `${where}: performance, best run`,
      value: Math.max(...reports.map(({ categories }) => categories.performance.score * 100)),
      unit: '',
    },
    { name: `${where}: first paint`, value: value('first-contentful-paint'), unit: 'ms' },
    { name: `${where}: largest paint`, value: value('largest-contentful-paint'), unit: 'ms' },
    { name: `${where}: blocked`, value: value('total-blocking-time'), unit: 'ms' },
    // Lighthouse slows this processor down, however slow it is: a shared one moves the score.
    {
      name: `${where}: processor (benchmarkIndex)`,
      value: median(({ environment }) => environment.benchmarkIndex),
      unit: '',
    },
    { name: `${where}: layout shift`, value: value('cumulative-layout-shift'), unit: '' },
  ];
}

/** Lighthouse on the sign-in page and on a signed-in dashboard with a household's tasks. */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser, { url }) => {
    await using actor = await createActor(browser, {});
    await fillAccount(actor.client, HOUSEHOLD, { now: new Date(), seed: 1 });
    const device = await actor.open('/health');
    const signedIn = await device.context().cookies();
    const figures: Figure[] = [];
    for (const { screen, path, cookies } of [
      { screen: 'sign-in page', path: '/login', cookies: [] },
      { screen: 'dashboard', path: '/', cookies: signedIn },
    ]) {
      await using started = await startBrowser(cookies);
      for (const form of ['desktop', 'mobile'] as const) {
        const where = `${screen}, ${form}`;
        // The first visitor finds nothing compressed yet, and the server busy with that.
        await look(started.port, new URL(path, url).href, form);
        const reports: Report[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          reports.push(await look(started.port, new URL(path, url).href, form));
        }
        for (const report of reports.slice(0, 1)) tell(where, report);
        figures.push(...toFigures(where, reports, LEAST[form]));
      }
    }
    return figures;
  });
}
