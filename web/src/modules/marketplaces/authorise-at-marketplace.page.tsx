import { completionAt } from '@evenstock/contract/connections/connections';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { refreshTopics } from '../../api/queries.ts';
import { notify } from '../../ui/pages/notices.ts';
import { takeAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The return page of channels whose return URL names the marketplace: exchanges the code, then opens the marketplace's page. */
export default function AuthoriseAtMarketplacePage({ channel }: { readonly channel: ChannelKind }) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const { storeId = '', marketplaceId = '' } = useParams();
  const [search] = useSearchParams();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const context = takeAuthorisation(search.get('state'));
    if (context === null || context.storeId !== storeId || context.marketplaceSlug !== marketplaceId) {
      notify({ kind: 'error', text: t('notStartedHere') });
      void navigate('/stores', { replace: true });
      return;
    }
    const complete = async () => {
      try {
        await call(completionAt(channel).endpoint, {
          params: { storeId, marketplaceId },
          query: Object.fromEntries(search),
        });
        notify({ kind: 'success', text: t('authorised_success') });
      } catch (thrown) {
        const reason = describeFailure(failureOf(thrown)) ?? t('noAnswer');
        notify({ kind: 'error', text: t('authoriseFailed', { reason }) });
      }
      refreshTopics(['marketplaces', 'pulls', 'store']);
      await navigate(`/stores/${storeId}/marketplaces/${marketplaceId}`, { replace: true });
    };
    void complete();
  }, [channel, marketplaceId, navigate, search, storeId, t]);

  return <Authorising text={t('authorising', { name: channels[channel].label })} />;
}
