import { completionAt } from '@evenstock/contract/connections/connections';
import { channels, type ChannelKind, type LoginRedirectFacts } from '@evenstock/contract/channels/channels';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { notify } from '../../ui/pages/notices.ts';
import { refreshTopics } from '../../api/queries.ts';
import { newestAuthorisation, takeAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { loginRedirect } from './login-redirect.rules.ts';

interface OfChannel {
  readonly channel: ChannelKind;
}

/** The return page of channels with one address for all stores. Some channels redirect here first, to have the seller signed in. */
export default function AuthoriseByStatePage({ channel }: OfChannel) {
  const [search] = useSearchParams();
  const { loginRedirect: redirect } = completionAt(channel).consent;
  if (redirect !== null && search.has(redirect.callback))
    return <LoginRedirect channel={channel} redirect={redirect} />;
  return <ReturnByState channel={channel} />;
}

/** Finds the store of the return by the state that this browser kept. */
function ReturnByState({ channel }: OfChannel) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const context = takeAuthorisation(search.get('state'));
    const { consent, endpoint } = completionAt(channel);
    const named = consent.sellerParameter === null ? null : search.get(consent.sellerParameter);
    if (context === null || (context.sellerId !== null && context.sellerId !== named)) {
      notify({ kind: 'error', text: t('notStartedHere') });
      void navigate('/stores', { replace: true });
      return;
    }
    const { storeId, marketplaceSlug } = context;
    const complete = async () => {
      try {
        await call(endpoint, {
          params: { storeId, marketplaceId: marketplaceSlug },
          query: renamed(search, consent.renames),
        });
        notify({ kind: 'success', text: t('authorised_success') });
      } catch (thrown) {
        const reason = describeFailure(failureOf(thrown)) ?? t('noAnswer');
        notify({ kind: 'error', text: t('authoriseFailed', { reason }) });
      }
      refreshTopics(['marketplaces', 'pulls', 'store']);
      await navigate(`/stores/${storeId}/marketplaces/${marketplaceSlug}`, { replace: true });
    };
    void complete();
  }, [channel, navigate, search, t]);

  return <Authorising text={t('authorising', { name: channels[channel].label })} />;
}

/** The returned parameters, copied to the names that the call expects. */
function renamed(search: URLSearchParams, names: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...Object.fromEntries(search),
    ...Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, search.get(theirs) ?? ''])),
  };
}

function LoginRedirect({ channel, redirect }: OfChannel & { readonly redirect: LoginRedirectFacts }) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { path, sellerParameter } = completionAt(channel).consent;
    const sellerId = sellerParameter === null ? null : search.get(sellerParameter);
    const context = newestAuthorisation(channel, sellerId);
    const returnTo = `${location.origin}/marketplaces/${path}`;
    const next = context === null ? null : loginRedirect(redirect, search, context, returnTo);
    if (next !== null) {
      location.replace(next);
      return;
    }
    notify({ kind: 'error', text: t('notStartedHere') });
    void navigate('/stores', { replace: true });
  }, [channel, redirect, navigate, search, t]);

  return <Authorising text={t('authorising', { name: channels[channel].label })} />;
}
