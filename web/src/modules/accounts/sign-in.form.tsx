import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { failureOf, type Failure } from '../../api/failure.ts';
import { justSignedIn } from '../../api/just-signed-in.ts';
import { pageSettings } from '../../api/page-settings.ts';
import { startSession } from '../../api/session.ts';
import { notify } from '../../ui/pages/notices.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { EntryField, PlainFailure } from './entry/entry-field.tsx';
import { useEntryText } from './entry/entry.texts.ts';
import { checkSignIn, placeAfterSignIn, returnPath, type SignInField } from './entry/sign-in.rules.ts';

const ForgetPasswordModal = lazy(() => import('./forget-password.modal.tsx'));

/** Email, password, and the code of the second factor if the server asks for it. */
export function SignInForm({ onDone }: { readonly onDone?: () => void }) {
  const t = useEntryText();
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  const from = returnPath(state);
  const isForgotten = new URLSearchParams(location.search).has('forget_password');
  const [entries, setEntries] = useState<Record<SignInField, string>>({ email: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<SignInField, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  // Null until the server asks for it.
  const [code, setCode] = useState<string | null>(null);
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
    await enterAs(entries.email.trim(), entries.password);
  };
  const enterAs = async (email: string, password: string) => {
    setFailure(null);
    setBusy(true);
    try {
      const user = await startSession(email, password, code ?? '');
      notify({ kind: 'success', text: t('welcomeBack') });
      onDone?.();
      const next = placeAfterSignIn(from, location.pathname, user.password_expired ? [] : user.stores);
      if (next !== null) await navigate(next, { replace: true, state: justSignedIn });
    } catch (thrown) {
      const failed = failureOf(thrown);
      const asksForCode = failed.kind === 'plain' && failed.help === 'otp' && (code ?? '') === '';
      if (asksForCode) setCode('');
      else setFailure(failed);
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
        {pageSettings.demo !== null && (
          <DemoAccounts
            demo={pageSettings.demo}
            busy={busy}
            onChoose={(email, password) => void enterAs(email, password)}
          />
        )}
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
        {code !== null && (
          <EntryField
            name="otp"
            label={t('otp')}
            hint={t('otpHint')}
            autoComplete="one-time-code"
            autoFocus
            value={code}
            error={undefined}
            onChange={setCode}
          />
        )}
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
