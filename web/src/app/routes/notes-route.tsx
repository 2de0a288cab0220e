import { NotesHeader } from '../../features/notes/notes-header.tsx';
import { NotesPage } from '../../features/notes/notes-page.tsx';
import { useSession } from '../../lib/session.ts';
import { Header, ScreenTabs } from '../header/header.tsx';

/** The page itself says so when nobody is signed in (spec section 2, notes). */
export function NotesRoute() {
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <>
      {isSignedIn ? (
        <Header>
          <NotesHeader />
        </Header>
      ) : null}
      <NotesPage />
      {isSignedIn ? <ScreenTabs /> : null}
    </>
  );
}
