import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { subscribeToTopic } from '../../sync/topic.ts';
import { adminKeys } from './keys.ts';

const KEYS: Record<string, readonly string[]> = {
  profiles: adminKeys.users,
  admin_events: adminKeys.events,
};

/** Keeps users and events in step while shown. The topic tells ids only: the lists are read anew. */
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
        const queryKey = KEYS[table];
        if (queryKey) read(queryKey);
      },
      reload: () => Object.values(KEYS).forEach(read),
    });
  }, [client]);
}
