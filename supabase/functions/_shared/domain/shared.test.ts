import { expect, test } from 'vitest';
import { readShared } from './shared.ts';

const shared = (fields: Record<string, string>) => readShared(new URLSearchParams(fields));

test('spec §2: a shared link or text becomes a title and a text, nothing twice', () => {
  expect(shared({ title: 'A page', url: 'https://a.example' })).toEqual({
    title: 'A page',
    text: 'https://a.example',
  });
  expect(shared({ text: 'Read this\nhttps://a.example', url: 'https://a.example' })).toEqual({
    title: 'Read this',
    text: 'https://a.example',
  });
  expect(shared({ url: 'https://a.example' })).toEqual({ title: 'https://a.example', text: '' });
  expect(shared({ title: 'Milk', text: 'Milk' })).toEqual({ title: 'Milk', text: '' });
  expect(shared({})).toEqual({ title: '', text: '' });
});

test('spec §2: what is too long for a title is whole in the text', () => {
  const long = '😀'.repeat(501);
  expect(shared({ text: long })).toEqual({ title: '😀'.repeat(500), text: long });
});
