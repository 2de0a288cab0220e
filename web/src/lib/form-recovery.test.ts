import type * as Recovery from './form-recovery.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Field = {
  value: string;
  labels: { textContent: string }[];
  ariaLabel: string | null;
  placeholder: string;
  name: string;
  closest: (selector: string) => object | null;
};

const fields: Field[] = [];
const stored = new Map<string, string>();
let type: (field: Field, text: string) => void;
let stop: () => void;
let recovery: typeof Recovery;

function addField(label: string, options: Partial<Field> = {}): Field {
  const field: Field = {
    value: '',
    labels: [{ textContent: ` ${label} ` }],
    ariaLabel: null,
    placeholder: '',
    name: '',
    closest: () => null,
    ...options,
  };
  fields.push(field);
  return field;
}

/** The page is loaded: the module starts again, session storage stays. */
async function load(): Promise<void> {
  vi.resetModules();
  fields.length = 0;
  vi.stubGlobal('document', {
    querySelectorAll: () => fields,
    addEventListener: (_name: string, listener: (event: { target: Field }) => void) => {
      type = (field, text) => {
        field.value = text;
        listener({ target: field });
      };
    },
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  recovery = await import('./form-recovery.ts');
  stop = recovery.trackInput();
}

beforeEach(load);
afterEach(() => {
  stop();
  stored.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('design §5: what was typed is unsaved until its field is empty again or gone', () => {
  const field = addField('Title');
  field.value = 'Filled in by the app';
  expect(recovery.hasUnsavedInput()).toBe(false);
  type(field, 'Half a thought');
  expect(recovery.hasUnsavedInput()).toBe(true);
  type(field, '  ');
  expect(recovery.hasUnsavedInput()).toBe(false);
  type(field, 'Again');
  fields.length = 0;
  expect(recovery.hasUnsavedInput()).toBe(false);
});

test('design §5: a form that keeps its text itself is left to it', () => {
  const field = addField('Note', {
    closest: (selector) => (selector.includes('keeps') ? {} : null),
  });
  type(field, 'A long note');
  expect(recovery.hasUnsavedInput()).toBe(false);
});

test('design §5: after a reload the input is there by its label, once', async () => {
  type(addField('Title'), 'Half a thought');
  type(addField('', { labels: [], ariaLabel: 'Search notes' }), 'milk');
  type(addField('', { labels: [], placeholder: 'New task' }), 'Call Ann');
  recovery.keepInputForReload();
  await load();
  expect(recovery.recoveredInput()).toEqual([
    { label: 'Title', text: 'Half a thought' },
    { label: 'Search notes', text: 'milk' },
    { label: 'New task', text: 'Call Ann' },
  ]);
  expect(recovery.hasUnsavedInput()).toBe(true);
  await load();
  expect(recovery.recoveredInput()).toEqual([]);
});

test('design §5: what is stored and is no input is not shown', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  stored.set(
    'recoveredInput',
    JSON.stringify([{ label: 'Title' }, null, { label: 'A', text: 'b' }]),
  );
  await load();
  expect(recovery.recoveredInput()).toEqual([{ label: 'A', text: 'b' }]);
  stored.set('recoveredInput', '{');
  await load();
  expect(recovery.recoveredInput()).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
});

test('design §4: a screen that goes away unasked leaves its input, refused changes add theirs', () => {
  type(addField('Title'), 'Half a thought');
  recovery.keepInput();
  recovery.offerInput([]);
  recovery.offerInput([{ label: 'Name', text: 'Ann' }]);
  expect(recovery.recoveredInput().map(({ label }) => label)).toEqual(['Title', 'Name']);
  recovery.dropRecoveredInput();
  expect(recovery.recoveredInput()).toEqual([]);
});
