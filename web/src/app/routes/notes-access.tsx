import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { ByAuthentication } from './by-authentication.tsx';
import { NotesRoute } from './lazy-routes.tsx';

/**
 * /notes is Page Not Found for visitors. Whose session ends while they are here stays: the screen
 * asks them to log in again, and what they typed waits there.
 */
export function NotesAccess() {
  const isSignedIn = useSession().status === 'signed-in';
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true);
  if (isSignedIn || wasSignedIn) return <NotesRoute />;
  return <ByAuthentication signedIn={<NotesRoute />} />;
}
