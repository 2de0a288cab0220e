import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const key = btoa('k'.repeat(32));

test('design §6 mail password: opens with its key and only unchanged', async () => {
  const encrypted = await encrypt('geheim – пароль', key);
  expect(await decrypt(encrypted, key)).toBe('geheim – пароль');
  expect(await decrypt(encrypted, btoa('K'.repeat(32)))).toBeNull();
  const flipped = `${encrypted.ciphertext.startsWith('A') ? 'B' : 'A'}${encrypted.ciphertext.slice(1)}`;
  expect(await decrypt({ ...encrypted, ciphertext: flipped }, key)).toBeNull();
  const other = await encrypt('geheim – пароль', key);
  expect(await decrypt({ ...encrypted, iv: other.iv }, key)).toBeNull();
});

test('design §6 mail password: no two ciphertexts are alike', async () => {
  const [one, other] = [await encrypt('same', key), await encrypt('same', key)];
  expect(one.iv).not.toBe(other.iv);
  expect(one.ciphertext).not.toBe(other.ciphertext);
});

test('design §6 mail password: a key of another length is refused', async () => {
  await expect(encrypt('x', btoa('short'))).rejects.toThrow('32 bytes');
});
