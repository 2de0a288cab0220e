import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { subscribeToTopic } from '../../sync/topic.ts';
import { adminKeys } from './queries.ts';

/** A new user may have used an invitation; whatever else changes registration makes an event. */
const KEYS: Record<string, readonly (readonly string[])[]> = {
  profiles: [adminKeys.users, adminKeys.registration],
  admin_events: [adminKeys.events, adminKeys.registration],
};

/** Keeps users, registration and events in step while shown. The topic tells ids only: the lists are read anew. */
export function useLiveAdministration(): void {
  const client = useQueryClient();
  useEffect(() => {
    const read = (queryKey: readonly string[]) => {
      client.invalidateQueries({ queryKey }).catch((error: unknown) => {
        console.error(`${queryKey.join(' ')} could not be read again.`, error);
      });
    };
    return subscribeToTopic('admin', {
      receive: ({ table }) => {
        KEYS[table]?.forEach(read);
      },
      reload: () => Object.values(adminKeys).forEach(read),
    });
  }, [client]);
}
