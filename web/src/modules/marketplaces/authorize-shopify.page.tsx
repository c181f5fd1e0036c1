import { channels } from '@evenstock/contract/channels';
import { authoriseShopify } from '@evenstock/contract/authorisation';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { refreshTopics } from '../../api/queries.ts';
import { notify } from '../../ui/notices.ts';
import { takeAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { shopifyFailureText, shopifyReturn } from './shopify-failure.ts';

/** Shopify's return: one address for all stores, so the saved state says whose it is. */
export default function AuthorizeShopifyPage() {
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
    if (shopifyReturn.some((name) => (search.get(name) ?? '') === '')) {
      giveUp(t('shopifyMissing'));
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
        await call(authoriseShopify, { params: { shop }, query: Object.fromEntries(search) });
      } catch (thrown) {
        giveUp(shopifyFailureText(t, failureOf(thrown), shop));
        return;
      }
      notify({ kind: 'success', text: t('authorised_success') });
      refreshTopics(['marketplaces', 'pulls', 'store']);
      await navigate(`/stores/${context.storeId}/marketplaces/${context.marketplaceSlug}`, { replace: true });
    };
    void complete();
  }, [navigate, search, t]);

  return <Authorising text={t('authorising', { name: channels.shopify.label })} />;
}
