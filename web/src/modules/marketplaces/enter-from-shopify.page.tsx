import { enterFromShopify } from '@evenstock/contract/authorisation';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { notify } from '../../ui/notices.ts';
import { rememberAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { shopifyFailureText } from './shopify-failure.ts';

/** Where Shopify sends a merchant who opens the app there: finds the marketplace and goes on to the consent page. */
export default function EnterFromShopifyPage() {
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
    const shop = search.get('shop') ?? '';
    if (shop === '') {
      giveUp(t('shopifyMissing'));
      return;
    }
    const enter = async () => {
      try {
        const begunThere = await call(enterFromShopify, {
          body: { shop, params: Object.fromEntries(search) },
        });
        rememberAuthorisation({
          channel: 'shopify',
          consentUrl: begunThere.authentication_url,
          state: begunThere.state,
          storeId: begunThere.store.slug,
          marketplaceSlug: begunThere.slug,
        });
        location.assign(begunThere.authentication_url);
      } catch (thrown) {
        giveUp(shopifyFailureText(t, failureOf(thrown), shop));
      }
    };
    void enter();
  }, [navigate, search, t]);

  return <Authorising text={t('entering')} />;
}
