import { StrictMode } from 'react';
import { App } from './app/app.tsx';
import './styles/index.css';

/**
 * React's drawing half is evaluated in a task of its own (index.html fetches it from the start), so
 * that the browser can do something else in between; the app has asked for its data by then.
 */
async function draw(): Promise<void> {
  const { createRoot } = await import('react-dom/client');
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void draw();
