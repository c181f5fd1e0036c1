import type { CallReply } from '@evenstock/contract/api/endpoint';
import { mostForeseen, type previewMassForceZero as endpoint } from '@evenstock/contract/catalog/force-zero';
import { said } from '@evenstock/contract/messages/english';
import type { Call } from '../../../api/routing.ts';
import { describeMarketplaceBrief, heldBecause } from '../variants/describe-listing.rules.ts';
import { listingsByIds } from '../variants/variant-page.queries.ts';
import { listingsOfItems } from './force-zero.queries.ts';

/** The listings whose window would be set or removed, and the ids that no listing has. Nothing is locked or written. */
export async function previewForceZero({
  ctx,
  store,
  body: { variant_listing: asked },
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { marketplace_item_ids: itemIds } = asked;
  const found = await listingsOfItems(ctx.db, store.id, itemIds);
  const known = new Set(found.map(({ itemId }) => itemId));
  const records = await listingsByIds(
    ctx.db,
    found.slice(0, mostForeseen).map(({ id }) => id),
  );
  return {
    force_zero_preview: {
      count: found.length,
      scheduled: found.filter(({ isScheduled }) => isScheduled).length,
      listings: records.map((record) => {
        const held = heldBecause(record);
        return {
          id: record.id,
          marketplace_item_id: record.channel_item_id,
          name: record.name === '' ? record.item_name : record.name,
          sku: record.sku,
          marketplace: describeMarketplaceBrief({
            id: record.marketplace_id,
            slug: record.marketplace_slug,
            name: record.marketplace_name,
            channel: record.channel,
          }),
          quantity: record.expected_quantity,
          held_because: held === null ? null : said(held),
        };
      }),
      unknown_ids: itemIds.filter((id) => !known.has(id)),
    },
  };
}
