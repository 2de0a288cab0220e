import { ContactsBar } from '../../features/contacts/contacts-bar.tsx';
import { ContactsPage } from '../../features/contacts/contacts-page.tsx';
import { AppBar } from '../bar/app-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function ContactsRoute() {
  useScreenTitle('Contacts');
  return (
    <>
      <AppBar offersNone>
        <ContactsBar />
      </AppBar>
      <ContactsPage />
    </>
  );
}
