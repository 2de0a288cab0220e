import { expect, test } from 'vitest';
import { actor } from './support/actors.ts';
import { succeeded } from './support/outcomes.ts';

test('design §3: list_open_tasks gives every open task of one’s own, as REST writes it and in its order', async () => {
  const [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
  const rows = Array.from({ length: 1500 }, (_, place) => ({
    title: `Open ${place}`,
    due_date: place % 3 ? `2026-03-${String((place % 28) + 1).padStart(2, '0')}` : null,
    completed: place % 10 === 0,
  }));
  succeeded(await ann.client.from('tasks').insert(rows).select('id'));
  succeeded(await bob.client.from('tasks').insert({ title: 'Of Bob' }).select('id'));
  const [dragged] = succeeded(
    await ann.client
      .from('tasks')
      .select('id')
      .eq('completed', false)
      .order('id', { ascending: false })
      .limit(1),
  );
  expect(
    (await ann.client.rpc('reorder_tasks', { task_ids: [dragged?.id ?? 0] })).error,
  ).toBeNull();

  const page = async (from: number) =>
    succeeded(
      await ann.client
        .from('tasks')
        .select()
        .eq('completed', false)
        .order('sort_order')
        .order('due_date', { nullsFirst: false })
        .order('id')
        .range(from, from + 999),
    );
  const pages = [...(await page(0)), ...(await page(1000))];
  expect(pages).toHaveLength(1350);
  expect(succeeded(await ann.client.rpc('list_open_tasks'))).toEqual(pages);
});
