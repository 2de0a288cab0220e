import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { invitationIn } from './registration-access.ts';

/**
 * The invitation that somebody came with. Taken out of the address, where others might read it or
 * copy it along, and kept with this entry of the history, so that it outlives a reload.
 */
export function useInvitation(): string | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const { hash, pathname, search } = location;
  const invitation = invitationIn(location);
  useEffect(() => {
    if (hash === '' || !invitation) return;
    void navigate({ pathname, search }, { replace: true, state: { invitation } });
  }, [hash, pathname, search, invitation, navigate]);
  return invitation;
}
