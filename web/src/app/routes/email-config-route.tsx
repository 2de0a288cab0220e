import { EmailConfigPage } from '../../features/email-config/email-config-page.tsx';
import { PageHeader } from '../header/header.tsx';

export function EmailConfigRoute() {
  return (
    <>
      <PageHeader title="Email Configuration" />
      <EmailConfigPage />
    </>
  );
}
