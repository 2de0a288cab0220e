import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callFunction, getSupabase } from '../../lib/supabase.ts';

/** The verified authenticator, if two-step sign-in is on. */
export const factorQuery = queryOptions({
  queryKey: ['account', 'second-step'],
  queryFn: async () => {
    const supabase = await getSupabase();
    const { data, error } = await supabase.auth.mfa.listFactors();
    if (error) throw error;
    return data.totp[0] ?? null;
  },
  staleTime: 0,
});

export type Enrolment = { factorId: string; secret: string };

/** Creates a new secret, which is in force once a code of it was verified. */
export async function beginEnrolment(): Promise<Enrolment> {
  const supabase = await getSupabase();
  const friendlyName = `Authenticator ${new Date().toISOString()}`;
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Verifies a code of an authenticator, which raises this session to two steps. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  const supabase = await getSupabase();
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** Verifies a code of the authenticator that the account has, or else a recovery code. */
export async function takeSecondStep(code: string): Promise<void> {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) {
    await callFunction('account/recover-second-step', { body: { code } });
    return;
  }
  const supabase = await getSupabase();
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) throw error;
  const [factor] = data.totp;
  if (factor) await verifyCode(factor.id, digits);
}

/** Creates eight new recovery codes; only this answer has them. */
export async function newRecoveryCodes(): Promise<string[]> {
  const answer = await callFunction('account/recovery-codes');
  return z.object({ codes: z.array(z.string()) }).parse(answer).codes;
}

export function turnSecondStepOff(currentPassword: string): Promise<unknown> {
  return callFunction('account/second-step-off', { body: { currentPassword } });
}
