import { NotesHeader } from '../../features/notes/notes-header.tsx';
import { NotesPage } from '../../features/notes/notes-page.tsx';
import { useSession } from '../../lib/session.ts';
import { AppBar } from '../bar/app-bar.tsx';
import { useScreenTitle } from '../screen-title.ts';

/** The page itself says so when nobody is signed in (spec section 2, notes). */
export function NotesRoute() {
  useScreenTitle('Notes');
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <>
      {isSignedIn ? (
        <AppBar>
          <NotesHeader />
        </AppBar>
      ) : null}
      <NotesPage />
    </>
  );
}
