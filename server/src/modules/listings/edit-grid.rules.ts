import { channels } from '@evenstock/contract/channels/channels';
import { said } from '@evenstock/contract/messages/english';
import type { EditGrid } from '@evenstock/contract/listings/mass-edits';
import { toMajor } from '@evenstock/contract/values/money';
import { whyNoPrice } from './listing-actions.rules.ts';
import type { GridListing, GridVariant } from './edit-grid.queries.ts';

/**
 * The editable fields of SKUs: their quantities, and the prices of listings whose marketplaces take one. The other marketplaces are
 * named with the reason.
 * @param prices whether a channel takes prices
 */
export function gridOf(
  variants: readonly GridVariant[],
  prices: (channel: GridListing['channel']) => boolean,
): EditGrid {
  const marketplaces = new Map<number, EditGrid['marketplaces'][number]>();
  const rows = variants.map(({ id, sku, name, quantity, isSet, listings }) => ({
    variant: { id, sku, full_product_name: name, is_set: isSet },
    quantity,
    prices: listings.flatMap((listing) => {
      const { variantListingId, marketplaceId, marketplaceName, channel, price, currency } = listing;
      const reason = whyNoPrice({
        channel: channels[channel].label,
        capabilities: { prices: prices(channel) },
        marketplace: { name: marketplaceName, isVerified: listing.isVerified },
        state: 'live',
      });
      const skipped = reason === null ? null : said(reason);
      marketplaces.set(marketplaceId, { id: marketplaceId, name: marketplaceName, channel, skipped });
      if (skipped !== null || currency === null) return [];
      return [
        {
          variant_listing_id: variantListingId,
          marketplace_id: marketplaceId,
          price: price === null ? null : toMajor(price, currency),
          currency,
        },
      ];
    }),
  }));
  const byName = [...marketplaces.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  return { rows, marketplaces: byName };
}
