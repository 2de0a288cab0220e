import { expect, test } from 'vitest';
import { adminResetPasswordSchema } from '#domain/admin.ts';
import { generatePassword } from './password-rules.tsx';

test('spec §5, administrators: a generated password always keeps the rules and never comes twice', () => {
  const passwords = Array.from({ length: 2000 }, generatePassword);
  for (const newPassword of passwords) {
    expect(newPassword).toMatch(/^[A-Za-z2-9]{4}(-[A-Za-z2-9]{4}){3}$/);
    expect(adminResetPasswordSchema.safeParse({ newPassword }).success, newPassword).toBe(true);
  }
  expect(new Set(passwords).size).toBe(passwords.length);
});

test('spec §5, administrators: what is mistaken for something else is in no generated password', () => {
  const all = Array.from({ length: 2000 }, generatePassword).join('');
  expect(all).not.toMatch(/[01OIloAEUaeu]/);
  // Nothing of the alphabet is left out: every letter comes up.
  expect(new Set(all).size).toBe('BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz23456789-'.length);
});
