import { randomUUID } from 'node:crypto';
import { hashSync } from 'bcrypt';
import { createClient } from '@supabase/supabase-js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signToken } from '../../stack/tokens/tokens.ts';
import type { TestStack } from '../../stack/testing.ts';
import { History, type World } from './history.ts';
import { persist } from './persist.ts';
import { programOf } from './program.ts';

const PASSWORD = 'a password of nobody';
/** The cheapest, for hundreds of people who sign in on three devices each. */
const HASH = hashSync(PASSWORD, 4);
const silent = { auth: { persistSession: false, autoRefreshToken: false } };

/** A person for a history, on this stack. */
async function settle(stack: TestStack): Promise<World> {
  const name = `person-${randomUUID()}`;
  const email = `${name}@users.almanac.invalid`;
  const service = createClient(stack.url, stack.secretKey, silent);
  const created = await service.auth.admin.createUser({
    email,
    password_hash: HASH,
    email_confirm: true,
    user_metadata: { username: name },
  });
  if (created.error) throw created.error;
  const client = createClient(stack.url, stack.publishableKey, silent);
  const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  const secrets: unknown = JSON.parse(await readFile(join(stack.dataDir, 'secrets.json'), 'utf8'));
  const { jwtSecret } = secrets as { jwtSecret: string };
  return {
    place: stack,
    owner: { id: created.data.user.id, email, password: PASSWORD },
    client,
    sign: (claims) => signToken(claims, jwtSecret),
  };
}

export type Failure = { seed: number; length: number; reason: string };

export type Plays = {
  /** The first history's seed; the others have those that follow. */
  seed: number;
  /** The steps of each history. */
  lengths: readonly number[];
  /** How many go on at once. */
  atOnce: number;
  /** Called before each history with how many have begun. */
  onBegin?: (begun: number) => void;
};

/** Plays histories, one person each; resolves to what was wrong, and how many changes the server answered. */
export async function playHistories(
  stack: TestStack,
  plays: Plays,
): Promise<{ failures: Failure[]; changes: number }> {
  const { seed: first, lengths, atOnce, onBegin } = plays;
  const failures: Failure[] = [];
  let begun = 0;
  let changes = 0;
  const lane = async () => {
    while (begun < lengths.length) {
      const seed = first + begun;
      const length = lengths[begun] ?? 0;
      onBegin?.(begun);
      begun += 1;
      try {
        const world = await persist(() => settle(stack));
        const answered = await new History(programOf(seed, length), world).play();
        changes += answered;
      } catch (error) {
        failures.push({
          seed,
          length,
          reason: error instanceof Error ? String(error.stack) : String(error),
        });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, lengths.length) }, lane));
  return { failures, changes };
}
