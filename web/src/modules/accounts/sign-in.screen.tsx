import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { consoleLinks } from '../../api/console-links.ts';
import { showNotices, type Notice } from '../../ui/pages/notices.ts';
import { useEntryText } from './entry/entry.texts.ts';
import { Landing } from './landing.tsx';
import { SignInForm } from './sign-in.form.tsx';
import { returnPath } from './entry/sign-in.rules.ts';

/** `/` for users who are not signed in. Plain elements only: the rest of the program loads after signing in. */
export function SignInScreen() {
  const t = useEntryText();
  const [notice, setNotice] = useState<Notice | null>(null);
  const state: unknown = useLocation().state;
  useEffect(() => showNotices(setNotice), []);
  return (
    <Landing title={t('loginToContinue')}>
      <div className="sign-in">
        {notice !== null && (
          <p className={`plain-notice plain-notice-${notice.kind}`} role="status">
            {notice.text}
          </p>
        )}
        <div className="sign-in-card">
          <h1>{t('loginToContinue')}</h1>
          <p className="sign-in-tagline">{t('tagline')}</p>
          <SignInForm />
          {consoleLinks !== null && (
            <p className="sign-in-other">
              <a href={consoleLinks.login(returnPath(state) ?? '/')}>{t('consoleLogin')}</a>
            </p>
          )}
        </div>
      </div>
    </Landing>
  );
}
