import { EmailConfigPage } from '../../features/email-config/email-config-page.tsx';
import { PageBar } from '../bar/page-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function EmailConfigRoute() {
  useScreenTitle('Email Configuration');
  return (
    <>
      <PageBar title="Email Configuration" />
      <EmailConfigPage />
    </>
  );
}
