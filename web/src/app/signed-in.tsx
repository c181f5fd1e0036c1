// Styles in one order for all screens: of two that say the same of an element, the later one wins.
import '../ui/words.css';
import './shell.css';
import '../ui/page-header.css';
import '../ui/marks.css';
import '../ui/panel.css';
import '../ui/filter-bar.css';
import '../ui/data-table.css';
import '../ui/forms.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { healFailures } from '../api/heal-failures.ts';
import { queryClient } from '../api/queries.ts';
import { currentSession, watchSession } from '../api/session.ts';
import { useAntChinese } from '../i18n/language-choice.ts';
import { antTheme } from '../ui/ant-theme.ts';
import { showNotices } from '../ui/notices.ts';
import { loadOverlays, message } from '../ui/overlays.ts';
import { StillWaiting } from '../ui/still-waiting.tsx';
import { useThemeName } from '../ui/theme-choice.ts';
import { useLanguageOfMails } from './language-of-mails.ts';
import { markStyleElements, styleNonce } from './style-nonce.ts';

markStyleElements();

const whoIsHere = (): number | null => {
  const session = currentSession();
  return 'user' in session ? session.user.id : null;
};
let before = whoIsHere();

// What one person loaded is not for the next.
watchSession(() => {
  const now = whoIsHere();
  if (now !== before) queryClient.clear();
  before = now;
});

/** Everything that signed-in screens stand on: data, theme, messages. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const theme = useThemeName();
  const chinese = useAntChinese();
  useEffect(() => healFailures(queryClient), []);
  useLanguageOfMails();
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={antTheme(theme)}
        locale={chinese ?? enUS}
        csp={{ nonce: styleNonce }}
        button={{ autoInsertSpace: false }}
      >
        <OverScreens />
        <StillWaiting />
        {children}
      </ConfigProvider>
    </QueryClientProvider>
  );
}

/** How often to look whether the first screen has what it asked for, in milliseconds. */
const QUIET_MS = 500;

/** What shows messages and small dialogs: it comes once the first screen has its data, or when it is needed before. */
function OverScreens() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(() => showNotices(({ kind, text }) => message[kind](text)), []);
  useEffect(() => {
    const load = () =>
      void import('../ui/overlays-host.tsx').then(
        ({ default: Loaded }) => setHost(() => Loaded),
        // What waits to be shown is shown when it is asked for again.
        () => undefined,
      );
    const stop = loadOverlays(load);
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return;
      clearInterval(timer);
      load();
    }, QUIET_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return Host !== null && <Host />;
}

export default function SignedInRoute() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  );
}
