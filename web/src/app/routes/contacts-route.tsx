import { ContactsHeader } from '../../features/contacts/contacts-header.tsx';
import { ContactsPage } from '../../features/contacts/contacts-page.tsx';
import { Header, ScreenTabs } from '../header/header.tsx';

export function ContactsRoute() {
  return (
    <>
      <Header offersNone>
        <ContactsHeader />
      </Header>
      <ContactsPage />
      <ScreenTabs />
    </>
  );
}
