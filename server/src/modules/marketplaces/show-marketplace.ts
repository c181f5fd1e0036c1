import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  endsSoonMs,
  marketplaceSorts,
  type listMarketplaces as listEndpoint,
  type showMarketplace as showEndpoint,
} from '@evenstock/contract/marketplaces/marketplaces';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { after } from '../../platform/time/time-spans.ts';
import { notFound, type Actor, type Call, type StoreScope } from '../../api/routing.ts';
import {
  findStoreName,
  findMarketplace,
  listStoreMarketplaces,
  newestOrderImport,
  newestPulls,
  newestQuarantined,
  type MarketplaceRow,
} from './marketplaces.queries.ts';
import {
  describeAccount,
  describeCapabilities,
  describeMarketplace,
  describeOrderPolls,
  describePlaces,
  describePull,
  describeQuarantined,
  describeRefused,
  describeStockReads,
  describeZeroing,
} from './marketplace-page.rules.ts';
import { refusedQuantities } from './refusals.queries.ts';
import { readZeroing } from './zeroings/zeroings.queries.ts';

/** Maximum number of refused quantities on the page; the list has all of them. */
const MOST_REFUSED = 5;

function mayAuthenticate(actor: Actor, store: StoreScope): boolean {
  return abilitiesIn(store.role, actor).includes('marketplace.authenticate');
}

/** A marketplace as the database holds it. */
export type MarketplaceRecord = MarketplaceRow;

/**
 * Finds a marketplace of the store by id or slug.
 * @throws Refusal 404
 */
export async function requireMarketplace(
  ctx: Context,
  storeId: number,
  idOrSlug: string,
): Promise<MarketplaceRecord> {
  const row = await findMarketplace(ctx.db, storeId, identityOf(idOrSlug, 'marketplace'));
  if (row === null) throw notFound('marketplace');
  return row;
}

/** A marketplace with its account, its pulls, its refused quantities and its quarantined records. */
export async function showMarketplace(
  ctx: Context,
  actor: Actor,
  store: StoreScope,
  idOrSlug: string,
): Promise<CallReply<typeof showEndpoint>> {
  const row = await requireMarketplace(ctx, store.id, idOrSlug);
  const [storeName, pulls, quarantined, orderImport, refused, zeroing] = await Promise.all([
    findStoreName(ctx.db, store.id),
    newestPulls(ctx.db, row.id),
    newestQuarantined(ctx.db, row.id),
    newestOrderImport(ctx.db, store.id, row.id),
    refusedQuantities(ctx.db, row.id, MOST_REFUSED),
    readZeroing(ctx.db, row.id),
  ]);
  return {
    marketplace: {
      ...describeMarketplace(row, mayAuthenticate(actor, store)),
      store: { id: store.id, slug: store.slug, name: storeName },
      last_order_imported_at: orderImport?.toISOString() ?? null,
      stock_reads: describeStockReads(row, ctx.connectors[row.channel], ctx.clock.now()),
      order_polls: describeOrderPolls(ctx.connectors[row.channel], ctx.settings.orderPollSeconds),
      stock_places: describePlaces(row, ctx.connectors[row.channel]),
      account: describeAccount(row),
      capabilities: describeCapabilities(ctx.connectors[row.channel]),
      pulls: pulls.map(describePull),
      quarantined_records: quarantined.map(describeQuarantined),
      refused_quantities: describeRefused(refused),
      zeroing: zeroing === null ? null : describeZeroing(zeroing),
    },
  };
}

/** One page of a store's marketplaces, oldest first unless asked otherwise. */
export async function listMarketplaces({
  ctx,
  actor,
  store,
  query,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const sort = sortOf(query.q?.s ?? query.s, marketplaceSorts, { field: 'created_at', direction: 'asc' });
  const filter = {
    nameContains: query.q?.name_cont,
    endingBefore: query.q?.authorization_ending_eq === true ? after(ctx.clock.now(), endsSoonMs) : null,
    arePlacesAsked: query.q?.places_asked_eq ?? false,
  };
  const { rows, total } = await listStoreMarketplaces(ctx.db, store.id, filter, sort, page);
  return {
    marketplaces: rows.map((row) => describeMarketplace(row, mayAuthenticate(actor, store))),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}
