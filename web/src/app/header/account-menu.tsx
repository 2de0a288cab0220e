import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { signOutMutation } from '../../data/account/account.ts';
import { useOwnProfile } from '../../data/profile/profile.ts';
import { userMessage } from '../../lib/errors.ts';
import { toastError } from '../../lib/toast.ts';
import { unsentNow } from '../../sync/sync.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { AccountButton } from './screens.tsx';

const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);
const ChangePasswordDialog = lazyDialog(
  async () => (await import('../../features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);

/** From package.json (vite.config.ts). */
const appVersion = String(import.meta.env.APP_VERSION);

/** Change Password, Settings, Administration (administrators only), Logout (spec section 2). */
export function AccountMenu({ defaultOpen }: { defaultOpen: boolean }) {
  const { profile } = useOwnProfile();
  const { pathname } = useLocation();
  const [isChanging, setIsChanging] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const signOut = useMutation({
    ...signOutMutation,
    onSettled: () => setUnsent(0),
    onSuccess: () => location.assign('/login'),
    onError: (error) => {
      console.error('Logging out failed.', error);
      // The notes screen only logs it (spec section 8).
      if (pathname !== '/notes') toastError(userMessage(error, 'Failed to logout'));
    },
  });
  const logOut = () => signOut.mutate();
  return (
    <>
      <DropdownMenu defaultOpen={defaultOpen}>
        <DropdownMenuTrigger asChild>
          <AccountButton />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {profile ? <DropdownMenuLabel>{profile.username}</DropdownMenuLabel> : null}
          <DropdownMenuItem onSelect={() => setIsChanging(true)}>
            <KeyRound aria-hidden />
            Change Password
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link to="/settings">
              <Settings aria-hidden />
              Settings
            </Link>
          </DropdownMenuItem>
          {profile?.is_admin ? (
            <DropdownMenuItem asChild>
              <Link to="/admin">
                <ShieldCheck aria-hidden />
                Administration
              </Link>
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            onSelect={() => {
              // Logging out removes this device's copy, with what was not sent.
              if (unsentNow() > 0) setUnsent(unsentNow());
              else logOut();
            }}
          >
            <LogOut aria-hidden />
            Logout
          </DropdownMenuItem>
          {/* A border, not a separator: the spec has one separator, above Logout. */}
          <DropdownMenuLabel className="-mx-1 mt-1 border-t border-line px-3.5 pb-1.5">
            Almanac {appVersion}
          </DropdownMenuLabel>
        </DropdownMenuContent>
      </DropdownMenu>
      {unsent > 0 ? (
        <ConfirmDialog
          onClose={() => setUnsent(0)}
          title="Log out and lose changes?"
          text={`${unsent === 1 ? '1 change has' : `${unsent} changes have`} not reached the server yet. Logging out removes everything from this device.`}
          confirmLabel="Logout"
          pendingLabel="Logging out..."
          isPending={signOut.isPending}
          onConfirm={logOut}
        />
      ) : null}
      {isChanging ? <ChangePasswordDialog onClose={() => setIsChanging(false)} /> : null}
    </>
  );
}
