import { useQuery } from '@tanstack/react-query';
import { Mail, ShieldAlert, SlidersHorizontal, Sparkles, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  auditLogQuery,
  registrationSettingsQuery,
  useAdminUpdates,
  usersQuery,
} from '../../data/admin/queries.ts';
import { useTab } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { AuditLog } from './audit-log.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { UsersPanel } from './users-panel.tsx';

/** The first tab. Shown once all parts are loaded or have failed, so that none moves another. */
function UsersTab() {
  const registration = useQuery(registrationSettingsQuery);
  const users = useQuery(usersQuery);
  const events = useQuery(auditLogQuery);
  if (![registration, users, events].every(({ isFetched }) => isFetched)) {
    return (
      <div>
        <output className="sr-only">Loading users</output>
        <Skeleton className="h-9 w-32" />
        <Skeleton className="mt-3 h-46 sm:h-19" />
        <Skeleton className="mt-10 h-9 w-full sm:ml-auto sm:w-64" />
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="mt-2 h-12" />
        ))}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-10">
      <RegistrationSection />
      <UsersPanel />
      <AuditLog />
    </div>
  );
}

/** The second tab; the email settings have a screen of their own. */
function GlobalSettings() {
  return (
    <div className="flex flex-col divide-y divide-line">
      <section aria-labelledby="future-settings" className="flex gap-4 py-5 first:pt-0">
        <Sparkles aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div>
          <h2 id="future-settings" className="text-lg font-semibold">
            Global Settings
          </h2>
          <p className="mt-1 text-soft">Global settings will come in future updates.</p>
        </div>
      </section>
      <section aria-labelledby="outgoing-mail" className="flex gap-4 py-5 first:pt-0">
        <Mail aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div>
          <h2 id="outgoing-mail" className="text-lg font-semibold">
            Outgoing email
          </h2>
          <p className="mt-1 text-soft">Set up the mailbox that sends temporary passwords.</p>
          <Button asChild className="mt-4">
            <Link to="/email-config">Email Configuration</Link>
          </Button>
        </div>
      </section>
    </div>
  );
}

const TABS = [
  {
    value: 'users',
    label: 'Users',
    icon: <Users aria-hidden />,
    content: <UsersTab />,
  },
  {
    value: 'global-settings',
    label: 'Global Settings',
    icon: <SlidersHorizontal aria-hidden />,
    content: <GlobalSettings />,
  },
];

/** /admin for an administrator (spec section 2). */
export function AdminPage() {
  const [tab, setTab] = useTab();
  useAdminUpdates();
  return <TabbedPage label="Administration" tabs={TABS} tab={tab} onTabChange={setTab} />;
}

/** /admin for everybody else; the server refuses them, too. */
export function NotAnAdministrator() {
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-8">
      <EmptyState
        icon={<ShieldAlert />}
        title="Only administrators can open this page"
        hint="Ask an administrator for access."
        action={
          <Button asChild variant="primary">
            <Link to="/">Back to tasks</Link>
          </Button>
        }
      />
    </main>
  );
}
