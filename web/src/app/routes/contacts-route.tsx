import { ContactsHeader } from '../../features/contacts/contacts-header.tsx';
import { ContactsPage } from '../../features/contacts/contacts-page.tsx';
import { AppBar } from '../bar/app-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function ContactsRoute() {
  useScreenTitle('Contacts');
  return (
    <>
      <AppBar offersNone>
        <ContactsHeader />
      </AppBar>
      <ContactsPage />
    </>
  );
}
