import { randomUUID } from 'node:crypto';
import { hashSync } from 'bcrypt';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { signToken } from '../../stack/tokens/tokens.ts';
import type { TestStack } from '../../stack/testing.ts';
import { History, type World } from './history.ts';
import { persist } from './persist.ts';
import { programOf } from './program.ts';

const PASSWORD = 'a password of nobody';
/**
 * Cheap, for hundreds of people who sign in on three devices each. One of the least cost of all, 4,
 * GoTrue hashes anew with every sign-in, for 0.1 s of a processor.
 */
const HASH = hashSync(PASSWORD, 5);
const silent = { auth: { persistSession: false, autoRefreshToken: false } };

/** A stack, and what lets strangers in. */
type Town = { stack: TestStack; service: SupabaseClient; jwtSecret: string };

async function townOf(stack: TestStack): Promise<Town> {
  const secrets: unknown = JSON.parse(await readFile(join(stack.dataDir, 'secrets.json'), 'utf8'));
  const { jwtSecret } = secrets as { jwtSecret: string };
  return { stack, service: createClient(stack.url, stack.secretKey, silent), jwtSecret };
}

/** A person for a history, on this stack. */
async function settle({ stack, service, jwtSecret }: Town): Promise<World> {
  const name = `person-${randomUUID()}`;
  const email = `${name}@users.almanac.invalid`;
  const { data, error } = await service.auth.admin.createUser({
    email,
    password_hash: HASH,
    email_confirm: true,
    user_metadata: { username: name },
  });
  if (error) throw error;
  const { id } = data.user;
  const sign = (claims: Record<string, unknown>) => signToken(claims, jwtSecret);
  const exp = Math.floor(Date.now() / 1000) + 3600;
  // Nothing befalls it: it needs no session to renew.
  const token = sign({ sub: id, role: 'authenticated', aud: 'authenticated', exp });
  return {
    place: stack,
    owner: { id, email, password: PASSWORD },
    client: createClient(stack.url, stack.publishableKey, {
      accessToken: () => Promise.resolve(token),
    }),
    sign,
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
  const town = await townOf(stack);
  let begun = 0;
  let changes = 0;
  const lane = async (_: unknown, at: number) => {
    // The stack hashes fifty passwords at once at the most, and everybody signs in on three devices.
    await setTimeout(at * 100);
    while (begun < lengths.length) {
      const seed = first + begun;
      const length = lengths[begun] ?? 0;
      onBegin?.(begun);
      begun += 1;
      try {
        const world = await persist(() => settle(town));
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
