import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '../../ui/logo.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { LazyAccountMenu, LazyMainMenu, LazyNotifications } from './lazy-controls.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

type Props = {
  /** What the page puts into the bar (spec section 2). */
  children?: ReactNode;
  /** Whether the category filter has a choice for what is in no category. */
  offersNone?: boolean;
};

/** The bar of tasks, contacts and notes. */
export function AppBar({ children, offersNone = false }: Props) {
  return (
    <header className="on-bar sticky top-0 z-30 bg-bar pt-[env(safe-area-inset-top)] text-white">
      <div className="mx-auto flex w-full max-w-[1600px] flex-wrap items-center gap-1.5 px-2 py-2 sm:px-4">
        <LazyMainMenu />
        <Link to="/" className="flex items-center gap-2 rounded-base px-1 text-white">
          <Logo className="size-7" />
          <span className="text-lg font-semibold tracking-tight max-sm:sr-only">Almanac</span>
        </Link>
        <div className="order-last flex min-w-0 basis-full items-center gap-1.5 md:order-none md:ml-3 md:max-w-2xl md:basis-0 md:grow">
          {children}
        </div>
        <div className="ml-auto flex items-center gap-1">
          <CategoryFilter offersNone={offersNone} />
          <LazyNotifications />
          <ThemeToggle />
          <LazyAccountMenu />
        </div>
      </div>
    </header>
  );
}
