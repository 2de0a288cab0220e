import type { AdminEvent } from '#domain/admin.ts';

const modes: Record<string, string> = {
  open: 'open',
  invite: 'by invitation',
  closed: 'closed',
};

/** By what name the journal knows whoever is gone (the migration on deletion). */
const GONE = 'a deleted user';

function atStart(name: string): string {
  return name === GONE ? 'A deleted user' : name;
}

/** One line of the journal as a sentence: who did what to whom. */
export function eventText({ action, actor, target, detail }: AdminEvent): string {
  const who = atStart(actor ?? 'The operator of this server');
  const whom = target ?? GONE;
  switch (action) {
    case 'grant_admin':
      return `${who} made ${whom} an administrator`;
    case 'revoke_admin':
      return `${who} took administrator rights from ${whom}`;
    case 'reset_password':
      return `${who} reset the password of ${whom}`;
    case 'configure_email':
      return `${who} changed the email configuration`;
    case 'create_user':
      return `${who} created ${whom}`;
    case 'delete_user':
      // By oneself, or by an administrator who is gone too.
      return actor === GONE ? 'An account was deleted' : `${who} deleted a user`;
    case 'set_registration':
      return `${who} set registration to ${modes[detail['mode'] ?? ''] ?? 'something new'}`;
    case 'create_invitation':
      return `${who} invited somebody`;
    case 'revoke_invitation':
      return `${who} revoked an invitation`;
    default:
      // An action of a newer server: its name in plain words.
      return `${who}: ${action.replaceAll('_', ' ')}${target ? ` (${target})` : ''}`;
  }
}
