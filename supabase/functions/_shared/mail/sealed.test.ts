import { expect, test } from 'vitest';
import { open, seal } from './sealed.ts';

const key = btoa('k'.repeat(32));

test('design §6 mail password: opens with its key and only unchanged', async () => {
  const sealed = await seal('geheim – пароль', key);
  expect(await open(sealed, key)).toBe('geheim – пароль');
  expect(await open(sealed, btoa('K'.repeat(32)))).toBeNull();
  const flipped = `${sealed.ciphertext.startsWith('A') ? 'B' : 'A'}${sealed.ciphertext.slice(1)}`;
  expect(await open({ ...sealed, ciphertext: flipped }, key)).toBeNull();
  const other = await seal('geheim – пароль', key);
  expect(await open({ ...sealed, iv: other.iv }, key)).toBeNull();
});

test('design §6 mail password: no two ciphertexts are alike', async () => {
  const [one, other] = [await seal('same', key), await seal('same', key)];
  expect(one.iv).not.toBe(other.iv);
  expect(one.ciphertext).not.toBe(other.ciphertext);
});

test('design §6 mail password: a key of another length is refused', async () => {
  await expect(seal('x', btoa('short'))).rejects.toThrow('32 bytes');
});
