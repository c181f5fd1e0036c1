import type { User } from '@evenstock/contract/accounts/accounts';
import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { restoreSession, useSession } from '../../api/session.ts';
import { notify } from '../../ui/pages/notices.ts';
import { useEntryText } from './entry/entry.texts.ts';
import { MessagePage } from './landing.tsx';

/** Lets only signed-in users through. Others are asked to sign in and return here. */
export function RequireUser() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  useChangeOfPerson('user' in session ? session.user : null);
  if (session.state === 'AUTHENTICATING') return null;
  if (session.state === undefined) return <SessionUnknown />;
  if (session.state === 'PASSWORD_EXPIRED' && pathname !== '/account') return <ToNewPassword />;
  if (session.state !== 'UNAUTHENTICATED') return <Outlet />;
  return <ToSignIn from={session.reason === 'signed_out' ? null : pathname + search + hash} />;
}

/** Shows a notice if another tab signed in with another account. */
function useChangeOfPerson(user: User | null): void {
  const t = useEntryText();
  const known = useRef<User | null>(user);
  useEffect(() => {
    if (user === null) return;
    const before = known.current;
    known.current = user;
    if (before !== null && before.id !== user.id) {
      notify({ kind: 'info', text: t('otherPerson', { email: user.email }) });
    }
  }, [user, t]);
}

function ToSignIn({ from }: { readonly from: string | null }) {
  const t = useEntryText();
  useEffect(() => {
    if (from !== null) notify({ kind: 'info', text: t('needLogin') });
  }, [from, t]);
  return <Navigate to="/" replace state={{ from }} />;
}

/** An expired password must be changed before anything else is shown. */
export function ToNewPassword() {
  const t = useEntryText();
  useEffect(() => notify({ kind: 'info', text: t('passwordExpired') }), [t]);
  return <Navigate to="/account" replace />;
}

/** The server could not be reached, so the account is unknown; the token is kept. */
export function SessionUnknown() {
  const t = useEntryText();
  return (
    <MessagePage
      title={t('wentWrong')}
      hint={t('noAnswer')}
      action={
        <button type="button" className="plain-button" onClick={() => void restoreSession()}>
          {t('retry')}
        </button>
      }
    />
  );
}
