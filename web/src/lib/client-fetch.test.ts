import { afterEach, expect, test, vi } from 'vitest';
import { clientFetch } from './client-fetch.ts';

afterEach(() => void vi.restoreAllMocks());

const MB = 1_000_000;

test.each([
  ['nothing', undefined, 20_000],
  ['a short text', 'x', 20_001],
  ['a megabyte, at 16 kB a second', 'x'.repeat(MB), 82_500],
  ['what is two bytes a character', 'ä'.repeat(MB / 2), 82_500],
  ['as much as there may be', 'x'.repeat(50 * MB), 300_000],
])(
  'design §5: a request is given up after 20 s and the time for its body: %s',
  async (_what, body, expected) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const send = clientFetch(undefined, () => Promise.resolve(new Response()));
    await send('https://example.com/rest/v1/rpc/push_changes', {
      method: 'POST',
      body: body ?? null,
    });
    expect(timeout.mock.calls[0]?.[0]).toBe(expected);
  },
);
