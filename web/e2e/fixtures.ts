import { test as base, expect } from '@playwright/test';
import { createActor, openContext, type Actor } from './support/actor.ts';

type Fixtures = {
  /** A fresh account, signed in wherever `open` opens a page. */
  alice: Actor;
  /** A second, unrelated account. */
  bob: Actor;
  /** A fresh account with administrator rights. */
  admin: Actor;
  /** A page of somebody who is not signed in. */
  visitor: Awaited<ReturnType<typeof openContext>>;
};

/**
 * Named actors with data of their own: accounts are made below the UI, behaviour is tried through
 * it. Every `actor.open()` is one more device; all are closed when the test ends.
 */
export const test = base.extend<Fixtures>({
  alice: async ({ browser, contextOptions }, use) => {
    await using actor = await createActor(browser, contextOptions);
    await use(actor);
  },
  bob: async ({ browser, contextOptions }, use) => {
    await using actor = await createActor(browser, contextOptions);
    await use(actor);
  },
  admin: async ({ browser, contextOptions }, use) => {
    await using actor = await createActor(browser, contextOptions, { isAdmin: true });
    await use(actor);
  },
  visitor: async ({ browser, contextOptions }, use) => {
    const opened = await openContext(browser, contextOptions);
    await use(opened);
    await opened.context.close();
  },
});

export { expect, type Actor };
