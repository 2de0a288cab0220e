import { SlidersHorizontal, Users } from 'lucide-react';
import { useLiveAdministration } from '../../data/admin/live.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { EventsPanel } from './events-panel.tsx';
import { GlobalSettings } from './global-settings.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { UsersPanel } from './users-panel.tsx';

const tabs = [
  {
    value: 'users',
    label: 'Users',
    icon: <Users aria-hidden />,
    content: (
      <div className="flex flex-col gap-10">
        <RegistrationSection />
        <UsersPanel />
        <EventsPanel />
      </div>
    ),
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
  useLiveAdministration();
  return <TabbedPage label="Administration" tabs={tabs} />;
}
