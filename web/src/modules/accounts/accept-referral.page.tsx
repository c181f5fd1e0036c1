import { storeNameFromCode } from '@evenstock/contract/stores/referrals';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { failureOf, type Failure } from '../../api/failure.ts';
import { pageSettings } from '../../api/page-settings.ts';
import { useSession } from '../../api/session.ts';
import { useEntryText } from './entry/entry.texts.ts';
import { MessagePage } from './landing.tsx';
import SignUpModal from './sign-up.modal.tsx';
import { useSignUpText } from './entry/sign-up.texts.ts';

/** The page of a store's referral link: the referring store, the reward, and the sign-up. */
export default function AcceptReferralPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const code = query.get('code') ?? '';
  // An account that is signed in cannot sign up again.
  if ('user' in session) return <Navigate to="/" replace />;
  if (code === '' || !pageSettings.referral_on) return <DeadReferral />;
  return <Referral key={code} code={code} />;
}

function Referral({ code }: { readonly code: string }) {
  const t = useSignUpText();
  const app = useEntryText();
  const [store, setStore] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const [isSigningUp, setSigningUp] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    call(storeNameFromCode, { query: { code }, signal: abort.signal })
      .then((reply) => setStore(reply.store.name))
      .catch((thrown: unknown) => {
        if (!abort.signal.aborted) setFailure(failureOf(thrown));
      });
    return () => abort.abort();
  }, [code, tries]);

  if (failure?.kind === 'plain' && failure.status === 404) return <DeadReferral />;
  if (failure !== null) {
    return (
      <MessagePage
        title={app('wentWrong')}
        action={
          <button
            type="button"
            className="plain-button"
            onClick={() => {
              setFailure(null);
              setTries(tries + 1);
            }}
          >
            {app('retry')}
          </button>
        }
      />
    );
  }
  if (store === null) return <MessagePage title={t('loading')} />;
  return (
    <>
      <MessagePage
        title={t('referralTitle', { store })}
        hint={pageSettings.signup_open ? t('referralOffer') : t('referralClosed')}
        action={
          pageSettings.signup_open && (
            <>
              <p>{t('referralTerms')}</p>
              <button
                type="button"
                className="plain-button plain-button-primary"
                onClick={() => setSigningUp(true)}
              >
                {t('referralButton')}
              </button>
            </>
          )
        }
      />
      {isSigningUp && <SignUpModal code={code} onClose={() => setSigningUp(false)} />}
    </>
  );
}

function DeadReferral() {
  const t = useSignUpText();
  return (
    <MessagePage
      title={t('invalidLink')}
      hint={t('invalidLinkHint')}
      action={<Link to="/">{t('home')}</Link>}
    />
  );
}
