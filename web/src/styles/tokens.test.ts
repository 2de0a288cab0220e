import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATEGORY_COLORS } from '#domain/category.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').replaceAll(
  /\/\*[\s\S]*?\*\//g,
  '',
);
const accents = ['blue', 'green', 'purple', 'red', 'orange', 'gray'];

/** The declarations of every rule whose selector list names one of `selectors`, in order. */
function declared(...selectors: string[]) {
  const values: Record<string, string> = {};
  for (const [, list = '', body = ''] of css.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    if (!list.split(',').some((selector) => selectors.includes(selector.trim()))) continue;
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)) {
      values[name] = value;
    }
  }
  return (name: string) => {
    const value = values[name];
    if (!value) throw new Error(`--${name} is not declared for ${selectors.join(', ')}`);
    return value;
  };
}

function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio. */
function contrast(one: string, other: string) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const themes = accents.flatMap((accent) => [
  { name: `light ${accent}`, token: declared(':root', `[data-accent='${accent}']`) },
  { name: `dark ${accent}`, token: declared(':root', '.dark', `.dark[data-accent='${accent}']`) },
]);

test.each(themes)('design §8: text reaches 4.5:1 in $name', ({ token }) => {
  const pairs: [string, string][] = [
    ...['canvas', 'surface', 'raised', 'sunken', 'hover', 'overdue'].flatMap((ground) =>
      ['ink', 'soft', 'faint', 'danger-ink', 'accent-ink'].map((text): [string, string] => [
        text,
        ground,
      ]),
    ),
    ['accent-ink', 'accent-soft'],
    ['ink', 'accent-soft'],
    ['danger-ink', 'danger-soft'],
    ['ink', 'danger-soft'],
    ['soft', 'danger-soft'],
    ['success-ink', 'success-soft'],
    ['warning-ink', 'warning-soft'],
  ];
  const low = pairs.filter(([text, ground]) => contrast(token(text), token(ground)) < 4.5);
  expect(low).toEqual([]);
});

test.each(themes)('design §8: white on filled colours reaches 4.5:1 in $name', ({ token }) => {
  const low = ['bar', 'accent', 'danger'].filter((fill) => contrast('#ffffff', token(fill)) < 4.5);
  expect(low).toEqual([]);
});

test.each(themes)('design §8: control borders reach 3:1 in $name', ({ token }) => {
  const grounds = ['surface', 'canvas', 'raised'];
  expect(grounds.filter((ground) => contrast(token('line-strong'), token(ground)) < 3)).toEqual([]);
});

/** `share` of one colour and the rest of the other, as color-mix in sRGB. */
function mixed(one: string, share: number, other: string) {
  const channels = [1, 3, 5].map((at) => {
    const [first = 0, second = 0] = [one, other].map((hex) =>
      Number.parseInt(hex.slice(at, at + 2), 16),
    );
    return Math.round(first * share + second * (1 - share));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

test.each(themes)('design §8: initials of every colour reach 4.5:1 in $name', ({ token }) => {
  const rule = /\.initials \{[^}]*--dot\) (\d+)%, var\(--surface[^}]*--dot\) (\d+)%, var\(--ink/;
  const [ground = 0, letters = 0] = (rule.exec(css) ?? [])
    .slice(1)
    .map((share) => Number(share) / 100);
  expect([ground, letters]).not.toContain(0);
  const low = CATEGORY_COLORS.filter((color) => {
    const dot = token(`dot-${color}`);
    const [text, behind] = [
      mixed(dot, letters, token('ink')),
      mixed(dot, ground, token('surface')),
    ];
    return contrast(text, behind) < 4.5;
  });
  expect(low).toEqual([]);
});
