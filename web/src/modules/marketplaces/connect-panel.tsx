import { channels } from '@evenstock/contract/channels/channels';
import { useContext } from 'react';
import { useStore } from '../../api/store-context.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { formatTime } from '../../ui/values/time.rules.ts';
import { useNow, ZoneContext } from '../../ui/values/time.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { actionAfterExpiry, authoriseAction, marketplaceStatus } from './marketplace-status.rules.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The step that Verify starts, by the channel's kind of consent. */
const connectSteps = {
  redirect: 'connectRedirect',
  keys: 'connectKeys',
  linked: 'connectLinked',
} as const;

/** The request to authorise a shop that is not authorised or whose authorisation expires soon. */
export function ConnectPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { store } = useStore();
  const { state, needs_authorization: expired, can_authenticate: mine } = marketplace;
  const channel = channels[marketplace.channel].label;
  if (state === 'verified' && !expired) return <EndingPanel marketplace={marketplace} channel={channel} />;
  if (expired) {
    return (
      <Panel title={t('reconnectTitle')}>
        <p>{t('reconnectWhy', { channel })}</p>
        <p>{mine ? t('reconnectAsk', { action: t(authoriseAction(marketplace)) }) : t('askAdmin')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('connectTitle')}>
      <ol className="es-steps">
        <li>{t(connectSteps[channels[marketplace.channel].consent.by], { channel })}</li>
        <li>{t('connectImport')}</li>
        <li>{t(store.can_sync_quantity ? 'connectSends' : 'connectSafe', { channel })}</li>
      </ol>
      {!mine && <p className="es-quiet">{t('askAdmin')}</p>}
    </Panel>
  );
}

/** The warning that the authorisation expires within days, with its consequence and the button to extend it. */
function EndingPanel(props: { readonly marketplace: MarketplaceDetail; readonly channel: string }) {
  const { marketplace, channel } = props;
  const t = useMarketplacesText();
  const zone = useContext(ZoneContext);
  const status = marketplaceStatus(marketplace, useNow());
  if (status.kind !== 'expires' || !status.soon) return null;
  const action = t(actionAfterExpiry(marketplace.channel));
  return (
    <Panel title={t('endingTitle')}>
      <p>{t('endingWhy', { channel, date: formatTime(status.at, zone) })}</p>
      <p>{t('endingAsk', { action })}</p>
    </Panel>
  );
}
