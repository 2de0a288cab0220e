import { SlidersHorizontal, Users } from 'lucide-react';
import { useLiveAdministration } from '../../data/admin/live.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { EventsPanel } from './events-panel.tsx';
import { GlobalSettings } from './global-settings.tsx';
import { UsersPanel } from './users-panel.tsx';

/** /admin for an administrator (spec section 2). */
export function AdminPage() {
  useLiveAdministration();
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-2 pb-16">
      <Tabs defaultValue="users">
        <TabsList aria-label="Administration">
          <TabsTrigger value="users">
            <Users aria-hidden />
            Users
          </TabsTrigger>
          <TabsTrigger value="global-settings">
            <SlidersHorizontal aria-hidden />
            Global Settings
          </TabsTrigger>
        </TabsList>
        <TabsContent value="users" className="flex flex-col gap-10">
          <UsersPanel />
          <EventsPanel />
        </TabsContent>
        <TabsContent value="global-settings">
          <GlobalSettings />
        </TabsContent>
      </Tabs>
    </main>
  );
}
