import { expect, test } from 'vitest';
import { portFor, serviceLabel } from './email-config-form.tsx';

test('spec §3, email services: the port follows the security, unless it is somebody’s own', () => {
  expect(portFor('tls', undefined)).toBe(465);
  expect(portFor('starttls', 465)).toBe(587);
  expect(portFor('none', 587)).toBe(25);
  expect(portFor('tls', 2525)).toBe(2525);
});

test('spec §3, email services: each has a name', () => {
  expect(serviceLabel('outlook')).toBe('Outlook');
  expect(serviceLabel(null)).toBe('Unknown');
});
