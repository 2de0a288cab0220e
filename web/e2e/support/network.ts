import type { Page, Request, WebSocketRoute } from '@playwright/test';

/** Where a device sends its changes, and where it reads what came meanwhile. */
export const PUSH = '**/rest/v1/rpc/push_changes';
export const PULL = '**/rest/v1/rpc/pull_changes';

/** A change as a device sends it. */
type SentChange = { table: string; uid: string; set?: Record<string, unknown> };

/** Whether a request is one to `PUSH`. */
export function isPush(request: Request): boolean {
  return request.url().endsWith('/rpc/push_changes');
}

/** What a request to `PUSH` carries. */
export function changesIn(request: Request): SentChange[] {
  const { changes } = request.postDataJSON() as { changes: (SentChange & { seq: number })[] };
  return changes.map(({ seq: _seq, ...change }) => change);
}

/** Lets the server meet changes of a page that it cannot but refuse. Returns the way back. */
export async function refuseChanges(page: Page): Promise<() => Promise<void>> {
  await page.route(PUSH, (route) => {
    const changes = changesIn(route.request()).map((change) => ({ ...change, uid: 'nobody' }));
    return route.continue({ postData: { changes } });
  });
  return () => page.unroute(PUSH);
}

/** Lets the next requests through to the server, and loses its answers. */
export async function loseAnswers(page: Page, times: number): Promise<{ lost: number }> {
  const count = { lost: 0 };
  await page.route(
    PUSH,
    async (route) => {
      await route.fetch();
      count.lost += 1;
      await route.abort('connectionreset');
    },
    { times },
  );
  return count;
}

type Network = {
  /** From now on nothing reaches the server, and nothing comes from it. */
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/**
 * Puts the network of a page's device into the test's hands, before the page is loaded: also the
 * open connections, which `setOffline` leaves alone.
 */
export async function controlNetwork(page: Page): Promise<Network> {
  const context = page.context();
  let isCut = false;
  const sockets: WebSocketRoute[] = [];
  await context.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
    if (isCut) return socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  return {
    async cut() {
      isCut = true;
      await context.setOffline(true);
      await Promise.all(sockets.splice(0).map((socket) => socket.close()));
    },
    async mend() {
      isCut = false;
      await context.setOffline(false);
    },
  };
}
