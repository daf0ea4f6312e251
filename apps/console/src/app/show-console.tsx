import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './providers.tsx';

/** Draws the console into the page. */
export function showConsole(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no place for the console.');
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
}
