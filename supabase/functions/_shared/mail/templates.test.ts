import { expect, test } from 'vitest';
import { invitationMail, passwordMail, testMail } from './templates.ts';

const content = {
  username: '<b>Zoë & "co"</b>',
  temporaryPassword: 'K7QM-2XVT-9HPR-4WDN',
  validUntil: new Date('2026-11-21T13:05:00Z'),
  timeZone: 'Europe/Berlin',
  siteUrl: 'https://almanac.example/some/path',
};

test('§8 password mail: says who, what, until when and where, in text and HTML', () => {
  const { subject, text, html } = passwordMail(content);
  expect(subject).toBe('Your temporary Almanac password');
  for (const part of [
    content.username,
    content.temporaryPassword,
    '21 November 2026',
    '14:05 (Europe/Berlin)',
    'https://almanac.example/login',
  ]) {
    expect(text).toContain(part);
  }
  expect(html).toContain('K7QM-2XVT-9HPR-4WDN');
  expect(html).toContain('&lt;b&gt;Zoë &amp; &quot;co&quot;&lt;/b&gt;');
  expect(html).not.toContain('<b>Zoë');
  expect(html).toContain('href="https://almanac.example/login"');
});

test.each([null, 'Mars/Olympus'])('§8 password mail: in UTC for the time zone %s', (timeZone) => {
  expect(passwordMail({ ...content, timeZone }).text).toContain('13:05 (UTC)');
});

test('§2 test mail: says where it comes from', () => {
  expect(testMail('https://almanac.example').text).toContain('https://almanac.example');
});

test('design §4 invitation mail: has the link and its end, in text and HTML', () => {
  const url = 'https://almanac.example/register#invitation=T0-ken_&<';
  const { subject, text, html } = invitationMail({ url, validUntil: content.validUntil });
  expect(subject).toBe('Your invitation to Almanac');
  for (const part of [url, 'at https://almanac.example:', '21 November 2026 at 13:05 (UTC)']) {
    expect(text).toContain(part);
  }
  expect(html).toContain('href="https://almanac.example/register#invitation=T0-ken_&amp;&lt;"');
});
