import { useOwnProfile } from '../../data/profile/queries.ts';
import { AdminPage, NotAnAdministrator } from '../../features/admin/admin-page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageBar } from '../bar/page-bar.tsx';
import { Loading } from '../loading.tsx';
import { useScreenTitle } from '../screen-title.ts';

function ByRights() {
  const { profile, error, isRetrying, retry } = useOwnProfile();
  if (profile) return profile.is_admin ? <AdminPage /> : <NotAnAdministrator />;
  return error ? <ErrorState isRetrying={isRetrying} onRetry={retry} /> : <Loading />;
}

export function AdminRoute() {
  useScreenTitle('Administration');
  return (
    <>
      <PageBar title="Administration" />
      <ByRights />
    </>
  );
}
