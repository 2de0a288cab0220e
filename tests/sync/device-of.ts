import { usernameToEmail } from '../../supabase/functions/_shared/domain/username.ts';
import type { Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { Device } from './device.ts';

/** A device of an actor's, at the installation under test. `patience`: milliseconds until it gives a request up. */
export function deviceOf(
  { id, username, password }: Actor,
  name: string,
  patience?: number,
): Device {
  const { url, publishableKey } = supabase;
  return new Device({
    name,
    owner: { id, email: usernameToEmail(username), password },
    place: { url, publishableKey },
    ...(patience !== undefined && { patience }),
  });
}
