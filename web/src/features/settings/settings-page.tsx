import { Palette, Tags } from 'lucide-react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { DisplayTab } from './display-tab.tsx';

/** /settings (spec section 2). */
export function SettingsPage() {
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-2 pb-16">
      <Tabs defaultValue="categories">
        <TabsList aria-label="Settings">
          <TabsTrigger value="categories">
            <Tags aria-hidden />
            Categories
          </TabsTrigger>
          <TabsTrigger value="display">
            <Palette aria-hidden />
            Display
          </TabsTrigger>
        </TabsList>
        <TabsContent value="categories">
          <CategoriesTab />
        </TabsContent>
        <TabsContent value="display">
          <DisplayTab />
        </TabsContent>
      </Tabs>
    </main>
  );
}
