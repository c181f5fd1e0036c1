import { entryAt } from '@evenstock/contract/connections/connections';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { notify } from '../../ui/pages/notices.ts';
import { rememberAuthorisation } from './authorisation-context.ts';
import { Authorising } from './authorising.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { shopFailureText } from './shop-failure.ts';

/** The entry page of merchants who open the app at a channel: finds the marketplace and redirects to the consent page. */
export default function EnterFromShopPage({ channel }: { readonly channel: ChannelKind }) {
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
      giveUp(t('shopMissing', { channel: channels[channel].label }));
      return;
    }
    const enter = async () => {
      try {
        const begunThere = await call(entryAt(channel).endpoint, {
          body: { shop, params: Object.fromEntries(search) },
        });
        rememberAuthorisation({
          channel,
          consentUrl: begunThere.authentication_url,
          state: begunThere.state,
          storeId: begunThere.store.slug,
          marketplaceSlug: begunThere.slug,
        });
        location.assign(begunThere.authentication_url);
      } catch (thrown) {
        giveUp(shopFailureText(t, failureOf(thrown), channel, shop));
      }
    };
    void enter();
  }, [channel, navigate, search, t]);

  return <Authorising text={t('entering', { channel: channels[channel].label })} />;
}
