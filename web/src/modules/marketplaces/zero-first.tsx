import { channels } from '@evenstock/contract/channels';
import { Checkbox } from 'antd';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

interface ZeroFirstProps {
  readonly marketplace: MarketplaceDetail;
  readonly onChange: (zeroFirst: boolean) => void;
}

/** What becomes of a shop's listings when it is left, and the offer to set them to 0 before. Off unless chosen. */
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
