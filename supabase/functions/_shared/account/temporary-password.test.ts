import { expect, test } from 'vitest';
import {
  createTemporaryPassword,
  hashTemporaryPassword,
  placeholderPassword,
} from './temporary-password.ts';

test('design §4 temporary password: four groups that cannot be misread, never the same', () => {
  const made = Array.from({ length: 500 }, createTemporaryPassword);
  for (const password of made) {
    expect(password).toMatch(/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}$/);
  }
  expect(new Set(made).size).toBe(made.length);
});

test('design §4 temporary password: grouping, case and space around do not matter', () => {
  const hash = hashTemporaryPassword('K7QM-2XVT-9HPR-4WDN');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashTemporaryPassword(' k7qm2xvt 9hpr-4wdn\n')).toBe(hash);
  expect(hashTemporaryPassword('K7QM-2XVT-9HPR-4WDM')).not.toBe(hash);
});

test.each(['', 'K7QM', 'K7QM-2XVT-9HPR-4WD0', 'K7QM-2XVT-9HPR-4WDNN', 'ordinary password'])(
  'design §4 temporary password: %j cannot be one',
  (text) => {
    expect(hashTemporaryPassword(text)).toBeNull();
  },
);

test('design §4 temporary password: what stands in for it needs the key, however it was typed', () => {
  const password = placeholderPassword('K7QM-2XVT-9HPR-4WDN', 'key');
  expect(password).toMatch(/^A-[0-9a-f]{64}$/);
  expect(placeholderPassword('k7qm2xvt 9hpr4wdn', 'key')).toBe(password);
  expect(placeholderPassword('K7QM-2XVT-9HPR-4WDN', 'other key')).not.toBe(password);
  expect(placeholderPassword('K7QM-2XVT-9HPR-4WDM', 'key')).not.toBe(password);
});
