import { StrictMode, startTransition } from 'react';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { yieldToMain } from './lib/later.ts';
import { whenCopyRead } from './sync/first-frame.ts';
import { hasSessionCookie } from './lib/supabase.ts';
import { syncWithSession } from './sync/sync.ts';
import './styles/index.css';

/**
 * In tasks of their own, so that the browser can do something else in between (docs/decisions/0035):
 * evaluating this file, asking for the first screen's data, evaluating React's drawing half, and
 * drawing, which a transition divides further.
 */
async function draw(): Promise<void> {
  syncWithSession();
  // The browser reads what is on this device while the rest is evaluated, so what asks it comes before
  // that. Who syncs says if it does not come.
  if (hasSessionCookie()) await import('./sync/copy.ts').catch(() => undefined);
  await yieldToMain();
  const router = createRouter();
  // React's drawing half, which index.html fetches from the start.
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
