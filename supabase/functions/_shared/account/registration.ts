import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { serviceClient } from '../clients.ts';
import { registrationModeSchema, type RegistrationMode } from '../domain/admin.ts';
import { optionalSetting, setting } from '../env.ts';
import { forbidden, fromDatabase } from '../errors.ts';
import { consumeRateLimit } from '../rate-limits.ts';
import { lettersOf } from './temporary-password.ts';

/** Who may register now. */
export type RegistrationState = {
  mode: RegistrationMode;
  /** There is no account yet. */
  isEmpty: boolean;
  /** The first account of this installation needs the setup code. */
  isExposed: boolean;
};

const rowSchema = z.object({ mode: z.nullable(registrationModeSchema), is_empty: z.boolean() });

/** Whether people on other machines open this address. */
function isElsewhere(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  return !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * How registration stands: what an administrator chose, else the setting REGISTRATION, else `invite`
 * where the installation is exposed and `open` where it is not. The embedded stack says by SETUP_CODE
 * that it is exposed; elsewhere a SITE_URL that is not this machine says so.
 */
export async function registrationState(): Promise<RegistrationState> {
  const { data, error } = await serviceClient().rpc('registration_state').single();
  if (error) throw fromDatabase(error);
  const row = rowSchema.parse(data);
  const isExposed = optionalSetting('SETUP_CODE') !== undefined || isElsewhere(setting('SITE_URL'));
  const configured = z.optional(registrationModeSchema).parse(optionalSetting('REGISTRATION'));
  const mode = row.mode ?? configured ?? (isExposed ? 'invite' : 'open');
  return { mode, isEmpty: row.is_empty, isExposed };
}

/** What the registration page needs; `setup`: the first account is to be made, with the setup code. */
export async function publicRegistration(): Promise<{ mode: RegistrationMode; setup: boolean }> {
  const { mode, isEmpty, isExposed } = await registrationState();
  return { mode, setup: isEmpty && isExposed };
}

/**
 * Refuses the first account of an exposed installation to whoever does not know the setup code.
 * Throws 403 and, by address, 429. Its 80 random bits need no limit in total, which strangers could
 * use up for the operator.
 */
export async function checkSetupCode(typed: string | undefined, address: string): Promise<void> {
  const code = optionalSetting('SETUP_CODE');
  if (code === undefined) {
    throw forbidden(
      'This installation has no account yet. Its operator makes the first one by: npm run admin -- create NAME',
      'setup_code_required',
    );
  }
  if (!typed?.trim()) {
    throw forbidden(
      'This installation has no account yet. Enter the setup code that was printed when it was started.',
      'setup_code_required',
    );
  }
  await consumeRateLimit({ limit: 'setupCodePerAddress', subject: address });
  if (!isSameCode(typed, code)) throw forbidden('The setup code is not right', 'setup_code_wrong');
}

/** In a time that tells nothing: hashes of one length, every byte of both. */
function isSameCode(typed: string, code: string): boolean {
  const [one, other] = [typed, code].map((text) => sha256(utf8ToBytes(lettersOf(text))));
  if (!one || !other) return false;
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
}
