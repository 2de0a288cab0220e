import { AddNote, NotesHeader } from '../../features/notes/notes-header.tsx';
import { NotesPage } from '../../features/notes/notes-page.tsx';
import { useSession } from '../../lib/session.ts';
import { useUrlParameter } from '../../lib/url-state.ts';
import { Header, ScreenTabs } from '../header/header.tsx';

/** Without a session the page itself asks to log in (spec section 2, notes). */
export function NotesRoute() {
  const isSignedIn = useSession().status === 'signed-in';
  const [openNote] = useUrlParameter('note');
  return (
    <>
      {isSignedIn ? (
        <Header filters="folders">
          <NotesHeader />
        </Header>
      ) : null}
      <NotesPage />
      {isSignedIn ? <AddNote hasButton={openNote === null} /> : null}
      {isSignedIn ? <ScreenTabs /> : null}
    </>
  );
}
