import type { AdminEvent } from '../../../../supabase/functions/_shared/domain/admin.ts';

/** One line of the journal as a sentence: who did what to whom. */
export function eventText({ action, actor, target }: AdminEvent): string {
  const who = actor ?? 'The operator of this server';
  const whom = target ?? 'a deleted user';
  switch (action) {
    case 'grant_admin':
      return `${who} made ${whom} an administrator`;
    case 'revoke_admin':
      return `${who} took administrator rights from ${whom}`;
    case 'reset_password':
      return `${who} reset the password of ${whom}`;
    case 'configure_email':
      return `${who} changed the email configuration`;
    default:
      // An action of a newer server: its name in plain words.
      return `${who}: ${action.replaceAll('_', ' ')}${target ? ` (${target})` : ''}`;
  }
}
