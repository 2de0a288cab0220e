import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';

/** Location state from the register page to the login page: who has just registered. */
export type Registered = { username: string };

/** The page around sign-in and registration. */
export function AuthLayout({
  title,
  hint,
  children,
}: {
  title: string;
  hint: string;
  children: ReactNode;
}) {
  return (
    <main className="flex flex-1 flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-8 flex flex-col items-center text-center">
          <span className="mb-4 flex size-12 items-center justify-center rounded-base bg-accent text-white">
            <Logo className="size-8" />
          </span>
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 text-balance text-soft">{hint}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
