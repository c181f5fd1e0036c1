import { channels } from '@evenstock/contract/channels/channels';
import { Checkbox } from 'antd';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

interface ZeroFirstProps {
  readonly marketplace: MarketplaceDetail;
  readonly onChange: (zeroFirst: boolean) => void;
}

/** Explains what happens to a shop's listings when it is disconnected, and offers to set them to 0 first. Off by default. */
export function ZeroFirst({ marketplace, onChange }: ZeroFirstProps) {
  const t = useMarketplacesText();
  const { num_product_listings: count } = marketplace;
  const channel = channels[marketplace.channel].label;
  const isConnected = marketplace.state === 'verified' && !marketplace.needs_authorization;
  return (
    <>
      <p className="es-strong">
        {count === 0 ? t('deactivateNone') : t('deactivateListings', { count, channel })}
      </p>
      {count > 0 && isConnected && (
        <Checkbox onChange={({ target }) => onChange(target.checked)}>{t('zeroFirst')}</Checkbox>
      )}
    </>
  );
}
