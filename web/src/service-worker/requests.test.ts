import { expect, test } from 'vitest';
import { sourceOf } from './requests.ts';

const origin = 'https://almanac.example';
const files = new Set(['/assets/index-1a2b.js', '/favicon.svg']);

function source(path: string, mode: RequestMode = 'cors', method = 'GET') {
  return sourceOf({ method, mode, url: new URL(path, origin).href }, origin, files);
}

test('design §5: nothing that the server answers is ever kept', () => {
  for (const prefix of ['/api', '/rest/v1', '/auth/v1', '/functions/v1', '/realtime/v1', '/health'])
    for (const path of [prefix, `${prefix}/tasks`, `${prefix}/a.js?x=1`])
      for (const mode of ['cors', 'navigate'] as const)
        expect(source(path, mode), `${mode} ${path}`).toBe('network');
  expect(source('/assets/index-1a2b.js', 'cors', 'HEAD')).toBe('network');
  expect(source('/', 'navigate', 'POST')).toBe('network');
  expect(source('https://elsewhere.example/assets/index-1a2b.js')).toBe('network');
});

test('design §5: every address of the app is the one page, also those that the app does not know', () => {
  for (const path of ['/', '/contacts', '/notes?note=7', '/apis', '/no/such/screen'])
    expect(source(path, 'navigate'), path).toBe('page');
  expect(source('/contacts')).toBe('network');
  expect(source('/robots.txt', 'navigate')).toBe('network');
});

test('design §5: files are those of this version, and chunks of any', () => {
  expect(source('/favicon.svg', 'no-cors')).toBe('file');
  expect(source('/assets/index-1a2b.js')).toBe('file');
  expect(source('/assets/of-an-older-version-3c4d.js')).toBe('file');
  expect(source('/config.json')).toBe('config');
  expect(source('/config.json', 'navigate')).toBe('network');
});
