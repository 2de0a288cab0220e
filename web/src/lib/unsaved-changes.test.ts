import { afterEach, expect, test } from 'vitest';
import { addGuard, guardOf, holdsBack, skipBlocker, type Step } from './unsaved-changes.ts';

const home = { pathname: '/', search: '' };
const step = (fields: Partial<Step> = {}): Step => ({
  isBack: false,
  from: home,
  to: { pathname: '/contacts', search: '' },
  ...fields,
});
const onClose = () => undefined;
const stops: (() => void)[] = [];

function guard(holds = true) {
  const added = { holds: () => holds, onHeld: () => undefined };
  stops.push(addGuard(added));
  return added;
}

afterEach(() => stops.splice(0).forEach((stop) => stop()));

test('design §5 unsaved text: what was opened last asks first, and what has gone asks no more', () => {
  expect(guardOf(step())).toBeUndefined();
  const note = guard();
  const dialog = guard();
  guard(false);
  expect(guardOf(step())).toBe(dialog);
  stops.splice(1, 1).forEach((stop) => stop());
  expect(guardOf(step())).toBe(note);
});

test('design §5 unsaved text: what was given up already is not asked for, once', () => {
  const note = guard();
  skipBlocker();
  expect(guardOf(step())).toBeUndefined();
  expect(guardOf(step())).toBe(note);
});

test.each([
  ['text that is not saved', {}, { isDirty: true }, true],
  ['nothing typed', {}, { isDirty: false }, false],
  ['text that is being saved', {}, { isDirty: true, isPending: true }, false],
  ['the same address', { to: home }, { isDirty: true }, false],
  ['another search', { to: { ...home, search: '?q=a' } }, { isDirty: true }, true],
  [
    'another search beside an open note',
    { from: { ...home, search: '?note=a' }, to: { ...home, search: '?note=a&q=b' } },
    { isDirty: true, parameter: 'note' },
    false,
  ],
  [
    'another note',
    { from: { ...home, search: '?note=a' }, to: { ...home, search: '?note=b' } },
    { isDirty: true, parameter: 'note' },
    true,
  ],
  ['Back closes a window', { isBack: true }, { isDirty: false, onClose }, true],
  ['a link leaves a window', {}, { isDirty: false, onClose }, false],
  ['Back by the URL', { isBack: true }, { isDirty: false, onClose, isInUrl: true }, false],
  [
    'Back from a window that is being saved',
    { isBack: true },
    { isDirty: true, isPending: true, onClose, isInUrl: true },
    true,
  ],
])('design §5 unsaved text: %s', (_case, fields, options, isHeld) => {
  expect(holdsBack(step(fields), options)).toBe(isHeld);
});
