import { completionByShopAt } from '@evenstock/contract/connections/connections';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { refreshTopics } from '../../api/queries.ts';
import { notify } from '../../ui/pages/notices.ts';
import { takeAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { shopFailureText } from './shop-failure.ts';

/** The return page of channels that name the shop. All stores share its address, so the stored entry determines the store. */
export default function AuthoriseByShopPage({ channel }: { readonly channel: ChannelKind }) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const giveUp = (text: string) => {
      notify({ kind: 'error', text });
      void navigate('/stores', { replace: true });
    };
    const { consent, endpoint } = completionByShopAt(channel);
    if (consent.needs.some((name) => (search.get(name) ?? '') === '')) {
      giveUp(t('shopMissing', { channel: channels[channel].label }));
      return;
    }
    const context = takeAuthorisation(search.get('state'));
    if (context === null) {
      giveUp(t('notStartedHere'));
      return;
    }
    const shop = search.get('shop') ?? '';
    const complete = async () => {
      try {
        await call(endpoint, { params: { shop }, query: Object.fromEntries(search) });
      } catch (thrown) {
        giveUp(shopFailureText(t, failureOf(thrown), channel, shop));
        return;
      }
      notify({ kind: 'success', text: t('authorised_success') });
      refreshTopics(['marketplaces', 'pulls', 'store']);
      await navigate(`/stores/${context.storeId}/marketplaces/${context.marketplaceSlug}`, { replace: true });
    };
    void complete();
  }, [channel, navigate, search, t]);

  return <Authorising text={t('authorising', { name: channels[channel].label })} />;
}
