import '@fontsource-variable/jetbrains-mono/wght.css';
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
import { App, ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import { useEffect, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { healFailures } from '../api/heal-failures.ts';
import { queryClient } from '../api/queries.ts';
import { currentSession, watchSession } from '../api/session.ts';
import { useAntChinese } from '../i18n/language-choice.ts';
import { antTheme } from '../ui/ant-theme.ts';
import { showNotices } from '../ui/notices.ts';
import { StillWaiting } from '../ui/still-waiting.tsx';
import { useThemeName } from '../ui/theme-choice.ts';
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
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={antTheme(theme)}
        locale={chinese ?? enUS}
        csp={{ nonce: styleNonce }}
        button={{ autoInsertSpace: false }}
      >
        <App component={false} message={{ maxCount: 3, duration: 6, top: 60 }}>
          <Notices />
          <StillWaiting />
          {children}
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function Notices() {
  const { message } = App.useApp();
  useEffect(
    () => showNotices(({ kind, text }) => void message.open({ type: kind, content: text })),
    [message],
  );
  return null;
}

export default function SignedInRoute() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  );
}
