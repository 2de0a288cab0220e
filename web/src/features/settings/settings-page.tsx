import { Palette, Tags } from 'lucide-react';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { DisplayTab } from './display-tab.tsx';

const tabs = [
  {
    value: 'categories',
    label: 'Categories',
    icon: <Tags aria-hidden />,
    content: <CategoriesTab />,
  },
  { value: 'display', label: 'Display', icon: <Palette aria-hidden />, content: <DisplayTab /> },
];

/** /settings (spec section 2). */
export function SettingsPage() {
  return <TabbedPage label="Settings" tabs={tabs} />;
}
