import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { PageHeader } from '../header/header.tsx';

export function SettingsRoute() {
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsPage />
    </>
  );
}
