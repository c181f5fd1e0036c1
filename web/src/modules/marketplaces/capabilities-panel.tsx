import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { channels } from '@evenstock/contract/channels';
import { Panel } from '../../ui/panel.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** What can be done from here on this channel, and what only in its seller centre. */
export function CapabilitiesPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { channel } = marketplace;
  const { label, showsLogistics } = channels[channel];
  // Where logistics can be read and have no screen, nothing can be done with them from here.
  const capabilities = marketplace.capabilities.filter(({ key }) => key !== 'logistics' || showsLogistics);
  return (
    <Panel title={t('capabilitiesTitle', { channel: label })} hint={t('capabilitiesHint')}>
      <ul className="es-capabilities">
        {capabilities.map(({ key, offered }) => (
          <li key={key} className={offered ? '' : 'es-quiet'}>
            <span role="img" aria-label={t(offered ? 'offered' : 'notOffered')}>
              {offered ? <CheckOutlined className="es-good" /> : <MinusOutlined />}
            </span>
            {t(`capability_${key}`)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
