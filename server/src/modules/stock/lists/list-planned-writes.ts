import type { CallReply } from '@evenstock/contract/api/endpoint';
import { channelKind, channels } from '@evenstock/contract/channels/channels';
import {
  writeKind,
  type listPlannedWrites as listEndpoint,
  type PlannedShop,
} from '@evenstock/contract/stock/planned-writes';
import { pageOf } from '../../../api/page-request.ts';
import type { Call } from '../../../api/routing.ts';
import { plannedShops, plannedWrites, type PlannedShopRow } from './planned-writes.queries.ts';

/**
 * What would be written to each marketplace of a store, whether its sync is on or off: what a member looks at before switching it on.
 * It is read listing by listing, so it costs as much as the store has listings.
 */
export async function listPlannedWrites({
  ctx,
  store,
  query,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const { marketplace_id_eq: marketplaceId, kind_eq: kind } = query.q ?? {};
  const shops = await plannedShops(ctx.db, store.id);
  const chosen = shops.filter(({ id }) => marketplaceId === undefined || id === marketplaceId);
  const kinds = kind === undefined ? writeKind.options : [kind];
  const rows = await plannedWrites(ctx.db, { marketplaceIds: chosen.map(({ id }) => id), kinds }, page);
  const briefs = new Map(shops.map((shop) => [shop.id, briefOf(shop)]));
  return {
    planned_writes: rows.flatMap((row) => {
      const marketplace = briefs.get(row.marketplaceId);
      if (marketplace === undefined) return [];
      const { variantId: id, variantSlug: slug, sku, fullProductName } = row;
      return [
        {
          id: row.id,
          marketplace,
          variant: { id, slug, sku, full_product_name: fullProductName },
          product: { slug: row.productSlug },
          kind: row.kind,
          shows: row.shows,
          shows_at: row.showsAt.toISOString(),
          writes: row.writes,
          quantity: row.isSet ? null : row.quantity,
          kept_back: row.safety,
          kept_for_another: row.keptForAnother,
          is_forced_to_zero: row.forced,
          maximum: row.transformed && !row.forced ? row.maximum : null,
        },
      ];
    }),
    shops: shops.map((shop) => ({
      marketplace: briefOf(shop),
      can_sync_to_marketplace: shop.syncs,
      same: shop.same,
      zero: shop.zero,
      lower: shop.lower,
      raise: shop.raise,
      not_counted: shop.notCounted,
    })),
    total_count: chosen.reduce((sum, shop) => sum + kinds.reduce((of, each) => of + shop[each], 0), 0),
    page: page.page,
    per_page: page.perPage,
  };
}

function briefOf({ id, slug, name, channel: text }: PlannedShopRow): PlannedShop['marketplace'] {
  const channel = channelKind.parse(text);
  return { id, slug, name, type: channels[channel].marketplaceType, channel };
}
