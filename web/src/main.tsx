import { StrictMode, startTransition } from 'react';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { yieldToMain } from './lib/later.ts';
import { whenCopyRead } from './sync/first-frame.ts';
import { hasSessionCookie } from './lib/supabase.ts';
import { syncWithSession } from './sync/sync.ts';
import './styles/index.css';

/**
 * Starts the app in separate tasks, so that the browser can handle input in between
 * (docs/decisions/0035): this file, the first screen's data, react-dom, and the first render, which a
 * transition splits further.
 */
async function draw(): Promise<void> {
  syncWithSession();
  // First, because IndexedDB is read while the rest is evaluated. sync.ts reports a failure to load it.
  if (hasSessionCookie()) await import('./sync/copy.ts').catch(() => undefined);
  await yieldToMain();
  const router = createRouter();
  // index.html preloads it.
  const [{ createRoot }] = await Promise.all([import('react-dom/client'), whenCopyRead()]);
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no element with the id root');
  const root = createRoot(element);
  startTransition(() =>
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
}

void draw();
