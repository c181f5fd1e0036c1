import { orderStates } from '@evenstock/contract/orders/order-states';
import type { Context } from '@evenstock/server/context';
import {
  readVariantsPage,
  type VariantFilter,
} from '@evenstock/server/modules/catalog/variants/variants.queries';
import type { ActivityFilter } from '@evenstock/server/modules/journal/activity-filters.rules';
import { readActivitiesPage } from '@evenstock/server/modules/journal/activity-list.queries';
import { listStoreMarketplaces } from '@evenstock/server/modules/marketplaces/marketplaces.queries';
import {
  everyOrder,
  type OrderFilter,
} from '@evenstock/server/modules/orders/order/order-conditions.queries';
import { wordFingerprints } from '@evenstock/server/modules/orders/order/buyer';
import {
  newestFirst,
  readOrdersPage,
  type OrderSort,
} from '@evenstock/server/modules/orders/order/orders.queries';
import { readMovementsPage, type MovementFilter } from '@evenstock/server/modules/stock/ledger/stock.queries';
import { listMemberRows } from '@evenstock/server/modules/stores/members/members.queries';
import { asTable, percentile } from './compare.ts';

const DAY_MS = 86_400_000;
const first = { page: 1, perPage: 10, offset: 0 };
/** The last page that a search which finds more than it counts has in its pager. */
const last = { page: 1000, perPage: 10, offset: 9990 };
/** What a search may take, whatever was typed, in milliseconds. */
const AT_MOST = 200;

interface Scale {
  readonly ctx: Context;
  readonly storeId: number;
  readonly marketplaceId: number;
  /** The newest order was placed then. */
  readonly until: Date;
  readonly rounds: number;
}

type Find = (text: string) => Promise<number>;

/** Each list that can be searched, what is typed into it, and how many it finds. */
function searchesOf({
  ctx,
  storeId,
  marketplaceId,
  until,
}: Scale): readonly (readonly [list: string, texts: readonly string[], find: Find])[] {
  const daysBack = (days: number): Date => new Date(until.getTime() - days * DAY_MS);
  const orders =
    (
      by: 'search' | 'product',
      also: Partial<OrderFilter> = {},
      sort: OrderSort = newestFirst,
      page = first,
    ): Find =>
    async (text) => {
      const filter: OrderFilter = {
        ...everyOrder(storeId),
        window: { from: daysBack(30), before: null },
        search: by === 'search' ? { text, words: wordFingerprints(ctx.encryption, storeId, text) } : null,
        product: by === 'product' ? text : null,
        ...also,
      };
      return (await readOrdersPage(ctx.db, filter, sort, page)).totalCount;
    };
  const products =
    (status: VariantFilter['status'], field: 'pinned_first' | 'full_product_name' | 'quantity'): Find =>
    async (text) => {
      const filter: VariantFilter = {
        storeId,
        now: until,
        status,
        text,
        sku: null,
        marketplaceId: null,
        marketplaceType: null,
        channelId: null,
        pinned: null,
        isSet: null,
        problem: null,
      };
      return (await readVariantsPage(ctx.db, filter, { field, direction: 'desc' }, first)).totalCount;
    };
  const movements =
    (days: number, state: MovementFilter['state'] = null, page = first): Find =>
    async (name) => {
      const filter = { storeId, variantId: null, from: daysBack(days), before: null, state, name };
      return (await readMovementsPage(ctx.db, filter, 'desc', page)).totalCount;
    };
  const activities =
    (days: number): Find =>
    async (text) => {
      const filter: ActivityFilter = {
        storeId,
        recipient: null,
        text,
        key: null,
        actorType: null,
        from: daysBack(days),
        before: null,
      };
      return (await readActivitiesPage(ctx.db, filter, 'desc', first)).totalCount;
    };
  const earliestDeadline: OrderSort = { field: 'ship_by', direction: 'asc' };
  const quarter = { window: { from: daysBack(88), before: null } };
  // Common words, rare ones, numbers of one month, two letters, one letter, what is not there.
  const inBox = ['2510', '2513', '79', 'SG', 'zq', 'zzq', 'SKU-', 'FESTIVE', 'family7', 'given7', '9'];
  const inTab = ['79', 'SG', '2519', '2513', 'FESTIVE', 'zq', 'SKU-12345', 'an', 'spxsg97', 'family7'];
  const named = ['SKU-', 'Lamp', 'an', 'FESTIVE', 'zq', 'Zither', 'SKU-12345'];
  return [
    ['orders, search box', inBox, orders('search')],
    [
      'orders, search box, to process',
      ['79', 'SG', 'zq'],
      orders('search', { states: { only: 'staff_to_process' } }),
    ],
    [
      'orders, search box, to process, by deadline',
      ['79', '2513', 'FESTIVE'],
      orders('search', { states: { only: 'staff_to_process' } }, earliestDeadline),
    ],
    ...orderStates.map(
      (only) =>
        [
          `orders, search box, ${only}, three months`,
          inTab,
          orders('search', { states: { only }, ...quarter }),
        ] as const,
    ),
    [
      'orders, search box, not failed, three months',
      inTab,
      orders('search', { states: 'not_failed', ...quarter }),
    ],
    [
      'orders, search box, one marketplace, three months',
      inTab,
      orders('search', { marketplaceId, ...quarter }),
    ],
    [
      'orders, search box, by deadline',
      ['79', 'SG', '2513', 'FESTIVE'],
      orders('search', {}, earliestDeadline),
    ],
    ['orders, search box, three months', ['79', 'SG', '2519', 'FESTIVE', 'zq'], orders('search', quarter)],
    ['orders, search box, page 1000', ['79', 'SG'], orders('search', {}, newestFirst, last)],
    ['orders by product', named, orders('product')],
    ['orders by product, three months', ['SKU-', 'an', 'FESTIVE'], orders('product', quarter)],
    ['orders by product, by deadline', ['an', 'FESTIVE'], orders('product', {}, earliestDeadline)],
    ['orders by product, page 1000', ['SKU-', 'an'], orders('product', {}, newestFirst, last)],
    ['products', named, products('live', 'pinned_first')],
    ['products, all, by name', ['SKU-', 'Bright', 'zq'], products('all', 'full_product_name')],
    ['products, shared, by quantity', ['SKU-', 'an', 'zq'], products('linked', 'quantity')],
    ['movements by name', ['Lamp', 'an', 'e', 'Festive', 'zq', 'Red 12345', 'Zither'], movements(30)],
    ['movements by name, three months', ['Lamp', 'an', 'Festive'], movements(88)],
    ['movements by name, page 1000', ['Lamp', 'an'], movements(30, null, last)],
    ['movements by name, refused', ['Lamp', 'an'], movements(30, 'failed')],
    ['activities, since yesterday', ['SG', '79', 'Lamp', 'zq', '2510'], activities(1)],
    ['activities, three months', ['SG', '79', 'Lamp', 'an', 'zq', '2519', 'SKU-12345'], activities(88)],
    [
      'members by email',
      ['an', 'zq'],
      async (text) => (await listMemberRows(ctx.db, storeId, text, 'asc', first)).total,
    ],
    [
      'marketplaces by name',
      ['an', 'zq'],
      async (text) => {
        const filter = { nameContains: text, endingBefore: null, arePlacesAsked: false };
        const sort = { field: 'name', direction: 'asc' } as const;
        return (await listStoreMarketplaces(ctx.db, storeId, filter, sort, first)).total;
      },
    ],
  ];
}

/**
 * Measures the searches of every list. Each round runs all of them, so that each follows every other kind. The first round reads the
 * files into memory and is not counted.
 * @returns a table of their times
 */
export async function measureAtScale(scale: Scale): Promise<string> {
  const searches = searchesOf(scale).flatMap(([list, texts, find]) =>
    texts.map((text) => ({ name: `${list}: ${text}`, text, find, found: 0, times: [] as number[] })),
  );
  for (let round = 0; round <= scale.rounds; round += 1) {
    for (const search of searches) {
      const began = performance.now();
      search.found = await search.find(search.text);
      if (round > 0) search.times.push(performance.now() - began);
    }
  }
  return asTable([
    ['search', 'found', 'p50 ms', 'p95 ms', ''],
    ...searches.map(({ name, found, times }) => {
      const p95 = percentile(times, 0.95);
      return [
        name,
        String(found),
        percentile(times, 0.5).toFixed(0),
        p95.toFixed(0),
        p95 <= AT_MOST ? '' : 'MISSED',
      ];
    }),
  ]);
}
