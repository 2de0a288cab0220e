import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ThemeToggle } from './theme-toggle.tsx';

/** The bar of the screens beside the main ones: the way back to the tasks, and where one is. */
export function PageBar({ title }: { title: string }) {
  return (
    <header className="on-bar sticky top-0 z-30 bg-bar pt-[env(safe-area-inset-top)] text-white">
      <div className="mx-auto flex w-full max-w-4xl items-center gap-2 px-2 py-2 sm:px-4">
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
