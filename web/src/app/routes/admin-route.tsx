import { AdminPage, NotAnAdministrator } from '../../features/admin/admin-page.tsx';
import { PageHeader } from '../header/header.tsx';
import { RequireAdmin } from './guards.tsx';

export function AdminRoute() {
  return (
    <>
      <PageHeader title="Administration" />
      <RequireAdmin otherwise={<NotAnAdministrator />}>
        <AdminPage />
      </RequireAdmin>
    </>
  );
}
