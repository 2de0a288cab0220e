import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { subscribeToTopic } from '../../sync/topic.ts';
import { EMAIL_SETTINGS } from './queries.ts';

/**
 * Keeps the configuration in step while an administrator looks at it. The table itself tells nobody
 * anything; that it was changed is an event of the administrators' journal.
 */
export function useLiveEmailSettings(isAdministrator: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const read = () => {
      client.invalidateQueries({ queryKey: [EMAIL_SETTINGS] }).catch((error: unknown) => {
        console.error('The email configuration could not be read again.', error);
      });
    };
    return isAdministrator
      ? subscribeToTopic('admin', {
          receive: ({ table }) => {
            if (table === 'admin_events') read();
          },
          reload: read,
        })
      : undefined;
  }, [client, isAdministrator]);
}
