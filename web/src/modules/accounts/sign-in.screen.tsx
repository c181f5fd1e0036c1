import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAppText } from '../../app/app.texts.ts';
import { failureOf, type Failure } from '../../app/failure.ts';
import { Landing } from '../../app/landing.tsx';
import { notify, showNotices, type Notice } from '../../app/notices.ts';
import { startSession } from '../../app/session.ts';
import { EntryField, PlainFailure } from './entry-field.tsx';
import { checkSignIn, type SignInField } from './sign-in.rules.ts';

const ForgetPasswordModal = lazy(() => import('./forget-password.modal.tsx'));

/** `/` for people who are not signed in. Plain elements: the rest of the program loads after signing in. */
export function SignInScreen() {
  const t = useAppText();
  const [notice, setNotice] = useState<Notice | null>(null);
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
        </div>
      </div>
    </Landing>
  );
}

function SignInForm() {
  const t = useAppText();
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  const from = returnPath(state);
  const isForgotten = new URLSearchParams(location.search).has('forget_password');
  const [entries, setEntries] = useState<Record<SignInField, string>>({ email: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<SignInField, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async () => {
    const found = checkSignIn(entries.email, entries.password);
    setErrors(found);
    setFailure(null);
    const wrong = Object.keys(found)[0];
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await startSession(entries.email.trim(), entries.password);
      notify({ kind: 'success', text: t('welcomeBack') });
      if (from !== null) await navigate(from, { replace: true });
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setBusy(false);
    }
  };
  const enter = (field: SignInField, value: string) => {
    setEntries((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };

  return (
    <>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        {failure !== null && <PlainFailure title={t('loginFailed')} failure={failure} />}
        <EntryField
          name="email"
          label={t('email')}
          autoComplete="username"
          autoFocus
          value={entries.email}
          error={errors.email}
          onChange={(value) => enter('email', value)}
        />
        <EntryField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          value={entries.password}
          error={errors.password}
          onChange={(value) => enter('password', value)}
        />
        <button type="submit" className="sign-in-submit" disabled={busy}>
          {t('login')}
        </button>
        <p className="sign-in-other">
          <Link to="/?forget_password" state={state} preventScrollReset>
            {t('resetPassword')}
          </Link>
        </p>
      </form>
      {isForgotten && (
        <Suspense fallback={null}>
          <ForgetPasswordModal
            email={entries.email}
            onClose={() => void navigate('/', { replace: true, state, preventScrollReset: true })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where the person wanted to go before being asked to sign in. Only places of this program. */
function returnPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : null;
}
