import type { VariantRow } from '@evenstock/contract/catalog/variants';
import { ChannelMark } from '../../../ui/values/channel-mark.tsx';

/** Marks of the marketplaces that have a SKU on sale. */
export function LiveMarks({ variant }: { readonly variant: VariantRow }) {
  return (
    <span className="es-marks">
      {variant.variant_listings
        .filter(({ state }) => state === 'live')
        .map(({ id, marketplace }) => (
          <span key={id} title={marketplace.name}>
            <ChannelMark channel={marketplace.channel} />
          </span>
        ))}
    </span>
  );
}
