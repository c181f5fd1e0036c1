import { signInFromConsole } from '@evenstock/contract/accounts/sign-up';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { describeFailure, failureOf, type Failure } from '../../api/failure.ts';
import { adoptSession, useSession } from '../../api/session.ts';
import { readTracking } from '../../api/token.ts';
import { notify } from '../../ui/pages/notices.ts';
import { EntryField } from './entry/entry-field.tsx';
import { useEntryText } from './entry/entry.texts.ts';
import { Landing, MessagePage } from './landing.tsx';
import { placeHere } from './entry/sign-in.rules.ts';
import { useSignUpText } from './entry/sign-up.texts.ts';

/** The entry from the sister console: its users are signed in here without entering anything. */
export default function ConsoleEntryPage() {
  const t = useSignUpText();
  const app = useEntryText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const id = query.get('userid') ?? '';
  const email = query.get('useremail') ?? '';
  const loginSession = query.get('loginsession') ?? '';
  const isWhole = id !== '' && email !== '' && loginSession !== '';
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isAsked = useRef(false);
  const session = useSession();
  const whoIsHere = 'user' in session ? session.user.email : null;
  const isAnother = whoIsHere !== null && whoIsHere !== email.toLowerCase();
  const [isSure, setSure] = useState(false);
  // Login CSRF: a user who follows a prepared link would work in the attacker's account and connect shops to it.
  const mayEnter = isWhole && session.state !== 'AUTHENTICATING' && (!isAnother || isSure);

  const enter = async (otp: string) => {
    try {
      const { user } = await call(signInFromConsole, {
        body: {
          user: { id, email, ati: readTracking(), ...(otp === '' ? {} : { otp }) },
          loginSession,
        },
      });
      adoptSession(user);
      notify({ kind: 'success', text: app('welcomeBack') });
      await navigate(placeHere(query.get('redirect')) ?? '/', { replace: true });
    } catch (thrown) {
      const failed = failureOf(thrown);
      if (failed.kind === 'plain' && failed.help === 'otp') setCode('');
      else setFailure(failed);
    }
  };
  useEffect(() => {
    // A login session works only once, and React may run effects twice.
    if (!mayEnter || isAsked.current) return;
    isAsked.current = true;
    void enter('');
  });

  if (!isWhole || failure !== null) {
    const why = failure === null ? null : describeFailure(failure);
    const hint = why === null || why === t('loginFailed') ? t('loginFailedHint') : why;
    return <MessagePage title={t('loginFailed')} hint={hint} action={<Link to="/">{t('home')}</Link>} />;
  }
  if (isAnother && !isSure) {
    return (
      <MessagePage
        title={t('otherAccount')}
        hint={t('otherAccountHint', { email, other: whoIsHere })}
        action={
          <>
            <button type="button" className="plain-button" onClick={() => setSure(true)}>
              {t('goOnAs', { email })}
            </button>
            <Link to="/" replace>
              {t('stayAs', { other: whoIsHere })}
            </Link>
          </>
        }
      />
    );
  }
  if (code === null) return <MessagePage title={t('loggingInto')} />;
  return (
    <Landing title={t('loggingInto')}>
      <div className="sign-in">
        <form
          className="sign-in-card"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (code !== '') void enter(code);
          }}
        >
          <h1>{t('loggingInto')}</h1>
          <EntryField
            name="otp"
            label={app('otp')}
            hint={app('otpHint')}
            autoComplete="one-time-code"
            autoFocus
            value={code}
            error={undefined}
            onChange={setCode}
          />
          <button type="submit" className="sign-in-submit">
            {app('login')}
          </button>
        </form>
      </div>
    </Landing>
  );
}
