import 'virtual:tokens.css';
import '@fontsource-variable/inter/wght.css';
import './app/base.css';
import './app/first-shell.css';
import './modules/accounts/sign-in.css';
import './modules/accounts/landing.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { config } from 'zod';
import { startLanguage } from './i18n/language-choice.ts';
import { router } from './app/router.tsx';
import { askForStoreOf } from './api/early-store.ts';
import { restoreSession } from './api/session.ts';
import { startTheme } from './ui/theme/theme-choice.ts';

// Compiled schemas would need eval, which the content security policy forbids.
config({ jitless: true });

/** Not awaited at the top level: the chunk with the Chinese texts imports parts of this one, so the two would wait for each other. */
async function start(): Promise<void> {
  startTheme();
  await startLanguage(async () => (await import('./app/chinese.ts')).chinese);
  void restoreSession();
  askForStoreOf(location.pathname);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
