import { createClient } from '@supabase/supabase-js';
import { startTestStack } from '../stack/testing.ts';
import { usernameToEmail } from '#domain/account.ts';
import { percentile, type Figure } from './figures.ts';

const ROUNDS = 40;
const WARM_UPS = 5;
const CHUNK = 1000;

/** `GET /api/tasks` through the gateway with 1,000 and then 5,000 tasks, one request after another. */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack();
  try {
    const email = usernameToEmail('bench');
    const password = 'a password for the bench';
    const service = createClient(stack.url, stack.secretKey);
    const created = await service.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { username: 'bench' },
    });
    if (created.error) throw created.error;
    const client = createClient(stack.url, stack.publishableKey);
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    const authorization = `Bearer ${data.session.access_token}`;
    const figures: Figure[] = [];
    let total = 0;
    for (const [size, limit] of [
      [1000, 40],
      [5000, 160],
    ] as const) {
      for (; total < size; total += CHUNK) {
        const rows = Array.from({ length: CHUNK }, (_, i) => ({ title: `Task ${total + i}` }));
        const inserted = await client.from('tasks').insert(rows);
        if (inserted.error) throw inserted.error;
      }
      const times: number[] = [];
      for (let round = 0; round < ROUNDS + WARM_UPS; round += 1) {
        const began = performance.now();
        const response = await fetch(`${stack.url}/api/tasks`, { headers: { authorization } });
        const tasks: unknown = await response.json();
        times.push(performance.now() - began);
        if (!Array.isArray(tasks) || tasks.length !== size)
          throw new Error(`GET /api/tasks gave ${response.status}, not ${size} tasks`);
      }
      const name = `GET /api/tasks, ${size} tasks, p50`;
      figures.push({ name, value: percentile(times.slice(WARM_UPS), 50), unit: 'ms', limit });
    }
    return figures;
  } finally {
    await stack.stop();
  }
}
