import type { ReactNode } from 'react';
import { ArrowLeft, Search } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { ALL_CATEGORIES, NO_CATEGORY } from '#domain/category.ts';
import { useSelectedCategory, type Categorised } from '../../data/categories/categories.ts';
import { NotificationsButton } from '../../features/notifications/notifications-button.tsx';
import { openPalette } from '../../lib/shortcuts.ts';
import { IconButton } from '../../ui/button.tsx';
import { LazySelect } from '../../ui/lazy-select.tsx';
import { lazyControl } from '../../ui/lazy.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ThemeToggle } from '../appearance.tsx';
import { AccountButton, MainMenuButton, screens } from './screens.tsx';

const MainMenu = lazyControl(
  async () => (await import('./main-menu.tsx')).MainMenu,
  MainMenuButton,
);
const Notifications = lazyControl(
  async () => (await import('../../features/notifications/notifications.tsx')).Notifications,
  NotificationsButton,
);
const AccountMenu = lazyControl(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  AccountButton,
);

/**
 * All, or one category (spec section 2); the same choice on every screen and in every tab. Contacts
 * can also be filtered by None (spec section 5).
 */
function CategoryFilter({ of }: { of: Categorised }) {
  const { selected, select, names } = useSelectedCategory(of);
  const options = [
    { value: ALL_CATEGORIES, label: 'All' },
    ...(of === 'contacts' ? [{ value: NO_CATEGORY, label: 'None' }] : []),
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <LazySelect
      aria-label="Category"
      variant="header"
      className="max-w-24 min-[400px]:max-w-32 sm:max-w-48"
      value={selected}
      onValueChange={select}
      options={options}
    />
  );
}

/** Links to the main screens, where the header has room for them. */
function ScreenLinks() {
  return (
    <nav aria-label="Screens" className="flex gap-1 max-lg:hidden">
      {screens.map(({ path, label }) => (
        <NavLink
          key={path}
          to={path}
          end
          className="inline-flex h-9 items-center rounded-base px-2.5 font-medium text-white/90 transition-colors hover:bg-white/10 aria-[current]:bg-white/10 aria-[current]:text-white"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

const tabStyles =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-soft focus-ring-inside transition-colors aria-[current]:text-accent-ink [&_svg]:size-5.5 aria-[current]:[&_svg]:stroke-[2.25]';

/** The same at the bottom, on phones and small tablets. */
export function ScreenTabs() {
  return (
    <nav
      aria-label="Screens"
      data-tabs
      className="sticky bottom-0 z-30 flex border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {screens.map(({ path, label, icon }) => (
        <NavLink key={path} to={path} end className={tabStyles}>
          {icon}
          {label}
        </NavLink>
      ))}
      <button type="button" aria-haspopup="dialog" className={tabStyles} onClick={openPalette}>
        <Search aria-hidden />
        Search
      </button>
    </nav>
  );
}

const styles = 'on-bar sticky top-0 z-30 bg-bar pt-[env(safe-area-inset-top)] text-white';

type Props = {
  /** What the page puts into it (spec section 2). */
  children?: ReactNode;
  /** Which of this screen's rows have a category. */
  filters: Categorised;
};

/** The header of tasks, contacts and notes. */
export function Header({ children, filters }: Props) {
  return (
    <header className={styles}>
      <div className="mx-auto flex w-full max-w-[1600px] flex-wrap items-center gap-1.5 px-2 py-1.5 sm:px-4 md:min-h-13 md:py-0">
        <MainMenu />
        <Link to="/" className="flex items-center gap-2 rounded-base px-1 text-white">
          <Logo className="size-7" />
          <span className="text-lg font-semibold tracking-tight max-sm:sr-only">Almanac</span>
        </Link>
        <ScreenLinks />
        <div className="order-last flex min-w-0 basis-full items-center gap-1.5 md:order-none md:ml-3 md:max-w-2xl md:basis-0 md:grow">
          {children}
        </div>
        <div className="ml-auto flex items-center gap-1">
          <CategoryFilter of={filters} />
          <IconButton
            label="Search everything"
            variant="header"
            aria-haspopup="dialog"
            className="max-lg:hidden"
            onClick={openPalette}
          >
            <Search aria-hidden />
          </IconButton>
          <Notifications />
          <ThemeToggle />
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}

/** The header of the other screens: a link back to the tasks, and the title. */
export function PageHeader({ title }: { title: string }) {
  return (
    <header className={styles}>
      <div className="mx-auto flex w-full max-w-4xl items-center gap-2 px-2 py-1.5 sm:px-4 md:min-h-13 md:py-0">
        <Link
          to="/"
          aria-label="Back"
          data-tooltip="Back"
          className="inline-flex size-10 items-center justify-center rounded-base hover:bg-white/15 md:size-9"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
        <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h1>
        <ThemeToggle />
      </div>
    </header>
  );
}
