// One import order of the styles for all screens, because a later rule overrides an earlier one of equal specificity.
import '../ui/texts/words.css';
import './shell.css';
import '../ui/pages/page-header.css';
import '../ui/theme/marks.css';
import '../ui/pages/panel.css';
import '../ui/lists/filter-bar.css';
import '../ui/lists/data-table.css';
import '../ui/forms/forms.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { healFailures } from '../api/heal-failures.ts';
import { queryClient } from '../api/queries.ts';
import { currentSession, watchSession } from '../api/session.ts';
import { useAntChinese } from '../i18n/language-choice.ts';
import { antTheme } from '../ui/theme/ant-theme.ts';
import { showNotices } from '../ui/pages/notices.ts';
import { DialogWaiting } from '../ui/dialogs/lazy-dialog.tsx';
import { loadOverlays, message } from '../ui/dialogs/overlays.ts';
import { StillWaiting } from '../ui/pages/still-waiting.tsx';
import { useThemeName } from '../ui/theme/theme-choice.ts';
import { useLanguageOfMails } from './language-of-mails.ts';
import { markStyleElements, styleNonce } from './style-nonce.ts';

markStyleElements();

const whoIsHere = (): number | null => {
  const session = currentSession();
  return 'user' in session ? session.user.id : null;
};
let before = whoIsHere();

// The cache of one account must not be shown to the next.
watchSession(() => {
  const now = whoIsHere();
  if (now !== before) queryClient.clear();
  before = now;
});

/** The providers of all signed-in screens: data, theme, messages. */
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

/** Interval of the checks whether the first screen has loaded its data, in milliseconds. */
const QUIET_MS = 500;

/** Loads the host of messages and small dialogs after the first screen has its data, or earlier if it is needed. */
function OverScreens() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  const [isMissed, setIsMissed] = useState(false);
  useEffect(() => showNotices(({ kind, text }) => message[kind](text)), []);
  useEffect(() => {
    const load = (isQuestion: boolean) =>
      void import('../ui/dialogs/overlays-host.tsx').then(
        ({ default: Loaded }) => setHost(() => Loaded),
        // A message can be missed. Where a question is not shown, nothing that was asked for would happen.
        () => {
          if (isQuestion) setIsMissed(true);
        },
      );
    const stop = loadOverlays(load);
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return;
      clearInterval(timer);
      load(false);
    }, QUIET_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return Host !== null ? <Host /> : isMissed && <DialogWaiting failed />;
}

export default function SignedInRoute() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  );
}
