import { ArrowDownUp, CircleUser, Palette, ShieldCheck, Tags, Trash2 } from 'lucide-react';
import { useTab } from '../../lib/url-state.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { AccountTab } from './account-tab.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { DisplayTab } from './display-tab.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { TrashTab } from './trash-tab.tsx';

const ImportExportTab = lazyWithRetry(
  async () => (await import('./import-export/import-export-tab.tsx')).ImportExportTab,
  { Fallback: Loading, ErrorScreen: ({ retry }) => <ErrorState onRetry={retry} /> },
);

const SecurityTab = lazyWithRetry(
  async () => (await import('./security/security-tab.tsx')).SecurityTab,
  {
    Fallback: Loading,
    ErrorScreen: ({ retry }) => <ErrorState onRetry={retry} />,
  },
);

const tabs = [
  {
    value: 'categories',
    label: 'Categories',
    icon: <Tags aria-hidden />,
    content: <CategoriesTab />,
  },
  { value: 'display', label: 'Display', icon: <Palette aria-hidden />, content: <DisplayTab /> },
  { value: 'account', label: 'Account', icon: <CircleUser aria-hidden />, content: <AccountTab /> },
  {
    value: 'security',
    label: 'Security',
    icon: <ShieldCheck aria-hidden />,
    content: <SecurityTab />,
  },
  {
    value: 'transfer',
    label: 'Import and export',
    icon: <ArrowDownUp aria-hidden />,
    content: <ImportExportTab />,
  },
  {
    value: 'deleted',
    label: 'Recently deleted',
    icon: <Trash2 aria-hidden />,
    content: <TrashTab />,
  },
];

/** /settings (spec section 2); `?tab=account` shows that tab. */
export function SettingsPage() {
  const [tab, setTab] = useTab();
  return <TabbedPage label="Settings" tabs={tabs} tab={tab} onTabChange={setTab} />;
}
