import { acceptInvitation, readInvitation } from '@evenstock/contract/accounts/sign-up';
import { passwordMinLength } from '@evenstock/contract/accounts/accounts';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call, type Reply } from '../../api/call.ts';
import { describeFailure, failureOf, type Failure } from '../../api/failure.ts';
import { adoptSession, endSession, useSession } from '../../api/session.ts';
import { notify } from '../../ui/pages/notices.ts';
import { PlainFailure } from './entry/entry-field.tsx';
import { Landing, MessagePage } from './landing.tsx';
import { PasswordForm } from './entry/password.form.tsx';
import { checkResetPassword } from './entry/sign-in.rules.ts';
import { useSignUpText } from './entry/sign-up.texts.ts';

type Invitation = Reply<typeof readInvitation>['invitation'];

/** The page of a mailed invitation: a new account chooses a password, an existing one accepts with a button. */
export default function AcceptInvitationPage() {
  const t = useSignUpText();
  const [query] = useSearchParams();
  const token = query.get('invitation_token') ?? '';
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (token === '') return undefined;
    const abort = new AbortController();
    call(readInvitation, { body: { user: { invitation_token: token } }, signal: abort.signal })
      .then((reply) => setInvitation(reply.invitation))
      .catch((thrown: unknown) => {
        if (!abort.signal.aborted) setFailure(failureOf(thrown));
      });
    return () => abort.abort();
  }, [token]);

  const home = <Link to="/">{t('home')}</Link>;
  if (token === '') return <MessagePage title={t('invalidLink')} hint={t('invalidLinkHint')} action={home} />;
  if (failure !== null) {
    const hint = describeFailure(failure);
    return <MessagePage title={t('acceptFailed')} {...(hint === null ? {} : { hint })} action={home} />;
  }
  if (invitation === null) return <MessagePage title={t('loading')} />;
  return <Invited invitation={invitation} token={token} />;
}

function Invited({ invitation, token }: { readonly invitation: Invitation; readonly token: string }) {
  const t = useSignUpText();
  const session = useSession();
  const navigate = useNavigate();
  const { email, store_name: store } = invitation;
  const signedInAs = 'user' in session ? session.user.email : null;
  const accept = async (password?: string) => {
    const { user } = await call(acceptInvitation, {
      body: { user: { invitation_token: token, ...(password === undefined ? {} : { password }) } },
    });
    adoptSession(user);
    notify({ kind: 'success', text: t('joined') });
    await navigate('/', { replace: true });
  };
  if (signedInAs === email) return <AcceptByButton store={store} onAccept={accept} />;
  if (invitation.has_account) {
    const here = `${location.pathname}${location.search}`;
    return signedInAs === null ? (
      <MessagePage
        title={t('joinTitle', { store })}
        hint={t('joinSignIn', { email })}
        action={
          <Link to="/" state={{ from: here }}>
            {t('signInTitle')}
          </Link>
        }
      />
    ) : (
      <MessagePage
        title={t('joinTitle', { store })}
        hint={t('joinOther', { email, other: signedInAs })}
        action={
          <button
            type="button"
            className="plain-button"
            onClick={() => void endSession().then(() => navigate('/', { state: { from: here } }))}
          >
            {t('logOut')}
          </button>
        }
      />
    );
  }
  return (
    <Landing title={t('invitationTitle')}>
      <div className="sign-in">
        <div className="sign-in-card">
          <h1>{t('invitationTitle')}</h1>
          <p className="sign-in-tagline">{t('invitationIntro', { store, email })}</p>
          {signedInAs !== null && (
            <p className="sign-in-tagline">{t('invitationOther', { other: signedInAs, email })}</p>
          )}
          <PasswordForm
            label={t('password')}
            hint={t('passwordHint', { count: passwordMinLength })}
            button={t('setPassword')}
            failed={t('acceptFailed')}
            autoComplete="new-password"
            check={(password) => checkResetPassword(token, password).password}
            onSubmit={accept}
          />
        </div>
      </div>
    </Landing>
  );
}

function AcceptByButton({
  store,
  onAccept,
}: {
  readonly store: string;
  readonly onAccept: () => Promise<void>;
}) {
  const t = useSignUpText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onAccept();
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setBusy(false);
    }
  };
  return (
    <MessagePage
      title={t('joinTitle', { store })}
      hint={t('joinIntro')}
      action={
        <>
          {failure !== null && <PlainFailure title={t('acceptFailed')} failure={failure} />}
          <button
            type="button"
            className="plain-button plain-button-primary"
            disabled={busy}
            onClick={() => void accept()}
          >
            {t('accept')}
          </button>
        </>
      }
    />
  );
}
