import { ContactsHeader } from '../../features/contacts/contacts-header.tsx';
import { ContactsPage } from '../../features/contacts/contacts-page.tsx';
import { NEW, useShowDialog } from '../../lib/url-state.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { Header, ScreenTabs } from '../header/header.tsx';

export function ContactsRoute() {
  const showContact = useShowDialog('contact');
  return (
    <>
      <Header filters="contacts">
        <ContactsHeader />
      </Header>
      <ContactsPage />
      <AddButton label="New contact" place="Contacts" onAdd={() => showContact(NEW)} />
      <ScreenTabs />
    </>
  );
}
