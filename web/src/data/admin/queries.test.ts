import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from './queries.ts';

test('design §5: a change that comes during the first read is not missed', async () => {
  const client = new QueryClient();
  const answers: ((mode: string) => void)[] = [];
  const queryKey = ['admin', 'registration'];
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  const done = readAgain(client, queryKey);
  answers[0]?.('invite');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('open');
  await done;
  expect(observer.getCurrentResult().data).toBe('open');

  // Later it is enough to ask once.
  const next = readAgain(client, queryKey);
  answers[2]?.('closed');
  await next;
  expect(answers).toHaveLength(3);
  expect(observer.getCurrentResult().data).toBe('closed');
  stop();
});
