import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { capabilities } from '@evenstock/contract/channels/capabilities';
import { channels } from '@evenstock/contract/channels/channels';
import { Panel } from '../../ui/pages/panel.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The actions that work from here on this channel, and those that need its seller centre. */
export function CapabilitiesPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { channel } = marketplace;
  const { label, showsLogistics } = channels[channel];
  const shown = capabilities.filter((key) => key !== 'logistics' || showsLogistics);
  const offers = new Set(marketplace.capabilities.flatMap(({ key, offered }) => (offered ? [key] : [])));
  return (
    <Panel title={t('capabilitiesTitle', { channel: label })} hint={t('capabilitiesHint')}>
      <ul className="es-capabilities">
        {shown.map((key) => (
          <li key={key} className={offers.has(key) ? '' : 'es-quiet'}>
            <span role="img" aria-label={t(offers.has(key) ? 'offered' : 'notOffered')}>
              {offers.has(key) ? <CheckOutlined className="es-good" /> : <MinusOutlined />}
            </span>
            {t(`capability_${key}`)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
