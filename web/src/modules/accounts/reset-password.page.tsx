import { passwordMinLength, resetPassword } from '@evenstock/contract/accounts/accounts';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { capitalised, failureOf, type Failure } from '../../api/failure.ts';
import { restoreSession } from '../../api/session.ts';
import { notify } from '../../ui/pages/notices.ts';
import { EntryField, PlainFailure } from './entry/entry-field.tsx';
import { Landing, MessagePage } from './landing.tsx';
import { useResetText } from './entry/reset-password.texts.ts';
import { checkResetPassword } from './entry/sign-in.rules.ts';

/** The page of a mailed reset link. */
export default function ResetPasswordPage() {
  const t = useResetText();
  const [query] = useSearchParams();
  const token = query.get('reset_password_token') ?? '';
  if (token === '') {
    return <MessagePage title={t('invalidLink')} hint={t('invalidLinkHint')} action={<NewLink />} />;
  }
  return (
    <Landing title={t('resetTitle')}>
      <div className="sign-in">
        <div className="sign-in-card">
          <h1>{t('resetTitle')}</h1>
          <p className="sign-in-tagline">{t('resetIntro')}</p>
          <ResetPasswordForm token={token} />
        </div>
      </div>
    </Landing>
  );
}

function ResetPasswordForm({ token }: { readonly token: string }) {
  const t = useResetText();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const submit = async () => {
    setFailure(null);
    const found = checkResetPassword(token, password).password;
    if (found !== undefined) {
      refuse(found);
      return;
    }
    setBusy(true);
    try {
      await call(resetPassword, { body: { user: { reset_password_token: token, password } } });
    } catch (thrown) {
      setBusy(false);
      const failed = failureOf(thrown);
      const ofField = failed.kind === 'fields' ? failed.errors['password'] : undefined;
      if (ofField === undefined) setFailure(failed);
      else refuse(ofField.map(capitalised).join('. '));
      return;
    }
    notify({ kind: 'success', text: t('changed') });
    // The reset may have ended the session of this browser.
    await restoreSession();
    await navigate('/', { replace: true });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
    >
      {failure !== null && <PlainFailure title={t('failed')} failure={failure} />}
      <EntryField
        name="password"
        label={t('password')}
        hint={t('passwordHint', { count: passwordMinLength })}
        autoComplete="new-password"
        autoFocus
        inputRef={field}
        value={password}
        error={error}
        onChange={(value) => {
          setPassword(value);
          setError(undefined);
        }}
      />
      <button type="submit" className="sign-in-submit" disabled={busy}>
        {t('resetButton')}
      </button>
      {failure?.kind === 'fields' && (
        <p className="sign-in-other">
          <NewLink />
        </p>
      )}
    </form>
  );
}

function NewLink() {
  const t = useResetText();
  return <Link to="/?forget_password">{t('newLink')}</Link>;
}
