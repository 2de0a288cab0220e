import { usernameToEmail } from '#domain/account.ts';
import type { Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { Device, type DeviceOptions } from './device.ts';

/** A device of an actor's, at the installation under test. */
export function deviceOf(
  { id, username, password }: Actor,
  name: string,
  options: Partial<DeviceOptions> = {},
): Device {
  const { url, publishableKey } = supabase;
  const owner = { id, email: usernameToEmail(username), password };
  return new Device({ name, owner, place: { url, publishableKey }, ...options });
}
