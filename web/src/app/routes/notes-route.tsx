import { NotesHeader } from '../../features/notes/notes-header.tsx';
import { NotesPage } from '../../features/notes/notes-page.tsx';
import { useSession } from '../../lib/session.ts';
import { NEW, useShowDialog, useUrlParameter } from '../../lib/url-state.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { Header, ScreenTabs } from '../header/header.tsx';

/** Without a session the page itself asks to log in (spec section 2, notes). */
export function NotesRoute() {
  const isSignedIn = useSession().status === 'signed-in';
  const showNote = useShowDialog('note');
  const [openNote] = useUrlParameter('note');
  // The button would cover the text of an open note.
  const canAdd = isSignedIn && openNote === null;
  return (
    <>
      {isSignedIn ? (
        <Header filters="folders">
          <NotesHeader />
        </Header>
      ) : null}
      <NotesPage />
      {canAdd ? <AddButton label="New note" place="Notes" onAdd={() => showNote(NEW)} /> : null}
      {isSignedIn ? <ScreenTabs /> : null}
    </>
  );
}
