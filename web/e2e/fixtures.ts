import { test as base, expect } from '@playwright/test';
import {
  createActor,
  endContext,
  openContext,
  type Actor,
  type Contexts,
} from './support/actor.ts';
import { KeptContexts } from './support/kept-contexts.ts';

type Fixtures = {
  /** A fresh account, signed in wherever `open` opens a page. */
  alice: Actor;
  /** A second, unrelated account. */
  bob: Actor;
  /** A fresh account with administrator rights. */
  admin: Actor;
  /** A page of somebody who is not signed in. */
  visitor: Awaited<ReturnType<typeof openContext>>;
  /** Where their contexts come from. */
  contexts: Contexts;
};

type WorkerFixtures = { kept: KeptContexts };

/**
 * Named actors with data of their own: accounts are made below the UI, behaviour is tried through
 * it. Every `actor.open()` is one more device; all are closed when the test ends.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  kept: [({ browser }, use) => use(new KeptContexts(browser)), { scope: 'worker' }],
  // What a service worker keeps is part of what its stories tell: they begin from nothing.
  contexts: ({ browser, kept, serviceWorkers }, use) =>
    use(serviceWorkers === 'block' ? kept : browser),
  alice: async ({ contexts, contextOptions }, use) => {
    await using actor = await createActor(contexts, contextOptions);
    await use(actor);
  },
  bob: async ({ contexts, contextOptions }, use) => {
    await using actor = await createActor(contexts, contextOptions);
    await use(actor);
  },
  admin: async ({ contexts, contextOptions }, use) => {
    await using actor = await createActor(contexts, contextOptions, { isAdmin: true });
    await use(actor);
  },
  visitor: async ({ contexts, contextOptions }, use) => {
    const opened = await openContext(contexts, contextOptions);
    await use(opened);
    await endContext(contexts, opened.context);
  },
});

export { expect, type Actor };
