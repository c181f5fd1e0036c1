import { confirmSignUp } from '@evenstock/contract/accounts/sign-up';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { describeFailure, failureOf, type Failure } from '../../api/failure.ts';
import { adoptSession } from '../../api/session.ts';
import { notify } from '../../ui/pages/notices.ts';
import { browserKey, forgetBrowserKey } from './entry/browser-key.ts';
import { Landing, MessagePage } from './landing.tsx';
import { PasswordForm } from './entry/password.form.tsx';
import { checkSignIn } from './entry/sign-in.rules.ts';
import { useSignUpText } from './entry/sign-up.texts.ts';

/** The page of the link in a sign-up mail. In the browser that signed up no password is needed, elsewhere it is asked for. */
export default function ConfirmSignUpPage() {
  const t = useSignUpText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('confirmation_token') ?? '';
  const [asksPassword, setAsksPassword] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isAsked = useRef(false);

  const confirm = async (password: string | null) => {
    const { user } = await call(confirmSignUp, {
      body: { user: { confirmation_token: token, browser_key: browserKey(), password } },
    });
    forgetBrowserKey();
    adoptSession(user);
    notify({ kind: 'success', text: t('welcome') });
    await navigate('/', { replace: true });
  };
  useEffect(() => {
    // The link works only once, and React may run effects twice.
    if (token === '' || isAsked.current) return;
    isAsked.current = true;
    confirm(null).catch((thrown: unknown) => {
      const failed = failureOf(thrown);
      if (failed.kind === 'fields' && failed.errors['password'] !== undefined) setAsksPassword(true);
      else setFailure(failed);
    });
  });

  const home = <Link to="/">{t('home')}</Link>;
  if (token === '') return <MessagePage title={t('invalidLink')} hint={t('invalidLinkHint')} action={home} />;
  if (failure !== null) {
    const hint = describeFailure(failure);
    return <MessagePage title={t('confirmFailed')} {...(hint === null ? {} : { hint })} action={home} />;
  }
  if (!asksPassword) return <MessagePage title={t('confirmTitle')} hint={t('confirming')} />;
  return (
    <Landing title={t('confirmTitle')}>
      <div className="sign-in">
        <div className="sign-in-card">
          <h1>{t('confirmTitle')}</h1>
          <p className="sign-in-tagline">{t('confirmIntro')}</p>
          <PasswordForm
            label={t('password')}
            button={t('confirm')}
            failed={t('confirmFailed')}
            autoComplete="current-password"
            check={(password) => checkSignIn('', password).password}
            onSubmit={confirm}
          />
        </div>
      </div>
    </Landing>
  );
}
