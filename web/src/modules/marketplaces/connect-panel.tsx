import { channels, type ChannelKind } from '@evenstock/contract/channels';
import { Panel } from '../../ui/panel.tsx';
import type { MarketplaceDetail } from './marketplace-detail.page.tsx';
import { authoriseAction } from './marketplace-status.rules.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** How channels are connected that send nobody to a consent page. */
const connectSteps: Readonly<Partial<Record<ChannelKind, 'connectKeys' | 'connectLinked'>>> = {
  qoo10: 'connectKeys',
  tokopedia: 'connectLinked',
};

/** What to do about a shop that is not authorised, or not any more. */
export function ConnectPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { state, needs_authorization: expired, can_authenticate: mine } = marketplace;
  if (state === 'verified' && !expired) return null;
  const channel = channels[marketplace.channel].label;
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
        <li>{t(connectSteps[marketplace.channel] ?? 'connectRedirect', { channel })}</li>
        <li>{t('connectImport')}</li>
        <li>{t('connectSafe', { channel })}</li>
      </ol>
      {!mine && <p className="es-quiet">{t('askAdmin')}</p>}
    </Panel>
  );
}
