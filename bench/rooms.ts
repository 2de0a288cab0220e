import type { Figure } from './figures.ts';

/** A module whose `measure` gives figures. */
export type Benchmark = {
  load(): Promise<{ measure(): Promise<Figure[]> }>;
  /** On the page: all figures, those with a mark, or how many of those keep theirs, in these words. */
  shown: 'all' | 'marked' | { asOne: string };
};

/** Every benchmark by its name, in the order of `docs/performance.md` and under its headings. */
export const ROOMS: Record<string, Record<string, Benchmark>> = {
  'Start and memory': {
    start: { load: () => import('./start.ts'), shown: 'all' },
    memory: { load: () => import('./memory.ts'), shown: 'all' },
    heap: { load: () => import('./heap.ts'), shown: 'all' },
  },
  'The embedded Supabase': {
    rest: { load: () => import('./rest.ts'), shown: 'marked' },
    storm: { load: () => import('./storm.ts'), shown: 'marked' },
    api: { load: () => import('./api.ts'), shown: 'all' },
    load: { load: () => import('./load.ts'), shown: 'marked' },
    writers: { load: () => import('./writers.ts'), shown: 'all' },
  },
  'A million rows': {
    scale: {
      load: () => import('./scale.ts'),
      shown: { asOne: 'requests of all screens: times, rows read, tables read whole' },
    },
    plans: {
      load: () => import('./plans.ts'),
      shown: { asOne: 'rows read with 20,000 completed tasks and others’ 20,000 contacts' },
    },
    search: { load: () => import('./search.ts'), shown: 'marked' },
  },
  Screens: {
    dashboard: { load: () => import('./dashboard.ts'), shown: 'all' },
    motion: { load: () => import('./motion.ts'), shown: 'marked' },
    contacts: { load: () => import('./contacts.ts'), shown: 'marked' },
    notes: { load: () => import('./notes.ts'), shown: 'marked' },
    palette: { load: () => import('./palette.ts'), shown: 'all' },
    lighthouse: { load: () => import('./lighthouse.ts'), shown: 'marked' },
  },
  'A device’s own copy': {
    'second-visit': { load: () => import('./second-visit.ts'), shown: 'all' },
    browser: { load: () => import('./browser.ts'), shown: 'all' },
    sync: { load: () => import('./sync.ts'), shown: 'all' },
    histories: { load: () => import('./histories.ts'), shown: 'all' },
  },
  'Phones, programs and moving in': {
    dav: { load: () => import('./dav.ts'), shown: 'all' },
    import: { load: () => import('./import.ts'), shown: 'all' },
  },
};
