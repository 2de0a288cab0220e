import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { PageBar } from '../bar/page-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function SettingsRoute() {
  useScreenTitle('Settings');
  return (
    <>
      <PageBar title="Settings" />
      <SettingsPage />
    </>
  );
}
