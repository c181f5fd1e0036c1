import type { authoriseAmazonSg, authoriseTiktok } from '@evenstock/contract/authorisation';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { refreshTopics } from '../../api/queries.ts';
import { notify } from '../../ui/notices.ts';
import { takeAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

interface ReturnByStateProps {
  readonly endpoint: typeof authoriseTiktok | typeof authoriseAmazonSg;
  readonly channelLabel: string;
  /** What the endpoint is sent of what came back. A constant function. */
  readonly queryOf: (search: URLSearchParams) => Record<string, string>;
}

/** Where a channel returns to that knows one address for all stores: the state kept in this browser says whose return it is. */
export function ReturnByState({ endpoint, channelLabel, queryOf }: ReturnByStateProps) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const context = takeAuthorisation(search.get('state'));
    const named = search.get('selling_partner_id');
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
          query: queryOf(search),
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
  }, [endpoint, navigate, queryOf, search, t]);

  return <Authorising text={t('authorising', { name: channelLabel })} />;
}
