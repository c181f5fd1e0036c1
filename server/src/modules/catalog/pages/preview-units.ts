import type { RestockPreview } from '@evenstock/contract/orders/order-work';
import { said } from '@evenstock/contract/messages/english';
import type { Context } from '../../../context.ts';
import { previewJoinedStock } from '../../stock/lists/preview-joined-stock.ts';
import { describeMarketplaceBrief, heldBecause } from '../variants/describe-listing.rules.ts';
import { listingsOfVariant, type ListingRecord } from '../variants/variant-page.queries.ts';

/** A SKU, and the units to add to its quantity. */
export interface AddedUnits {
  readonly variantId: number;
  readonly sku: string | null;
  readonly units: number;
}

/** Previews the listings of SKUs with more units. It changes nothing. */
export const previewUnits = (ctx: Context, added: readonly AddedUnits[]): Promise<RestockPreview> =>
  Promise.all(added.map((one) => preview(ctx, one)));

async function preview(
  { db, clock }: Context,
  { variantId, sku, units }: AddedUnits,
): Promise<RestockPreview[number]> {
  let before = 0;
  const stock = await previewJoinedStock(
    db,
    [variantId],
    ([variant]) => {
      before = variant?.quantity ?? 0;
      return before + units;
    },
    clock.now(),
  );
  const previews = new Map(stock.listings.map((listing) => [listing.id, listing]));
  const records = await listingsOfVariant(db, variantId, true);
  return {
    variant_id: variantId,
    sku,
    before,
    after: before + units,
    listings: records.flatMap((record) => {
      const found = previews.get(record.id);
      if (found === undefined) return [];
      return { ...named(record), before: found.before, after: found.after };
    }),
  };
}

function named(record: ListingRecord) {
  const held = heldBecause(record);
  return {
    id: record.id,
    name: record.name,
    marketplace: describeMarketplaceBrief({
      id: record.marketplace_id,
      slug: record.marketplace_slug,
      name: record.marketplace_name,
      channel: record.channel,
    }),
    held_because: held === null ? [] : [said(held)],
  };
}
