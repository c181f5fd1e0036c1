import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderScopes, type OrderScope } from '@evenstock/contract/orders/order-states';
import { listOrders as listOrdersEndpoint } from '@evenstock/contract/orders/orders';
import { usualStart } from '@evenstock/server/api/list-window.rules';
import { countOrders } from '@evenstock/server/modules/orders/pages/count-orders';
import { listOrders } from '@evenstock/server/modules/orders/pages/list-orders';
import { tabStates } from '@evenstock/server/modules/orders/order/order-filters.rules';
import { compare, type Comparison } from './compare.ts';
import { actor, type benchContext } from './one-connection.ts';
import { compareSearches } from './searches.ts';

const DAY_MS = 86_400_000;
const PER_PAGE = 10;
/** How many times its control a list may take. */
const AT_MOST = 1.5;

/** The bare statement of a tab, and the state that it takes. */
function controlOf(scope: OrderScope): readonly [name: string, state: readonly string[]] {
  const states = tabStates(scope);
  if (states === 'all') return ['orders-all', []];
  if (states === 'not_failed') return ['orders-not-failed', []];
  return ['orders-of-state', [states.only]];
}

/** Each tab of the list of orders with its first and last page of 30 days, the counts of all, and searches. */
export async function measureOrderLists(
  { ctx, pool }: ReturnType<typeof benchContext>,
  storeId: number,
  until: Date,
  rounds: number,
): Promise<Comparison[]> {
  const store = { id: storeId, slug: 'million', country: 'sg', timeZone: 'UTC', role: 'owner' } as const;
  const params = { storeId: 'million' };
  const asked = { params, body: undefined, address: '', agent: null, file: null, respondsAsync: false };
  const call = { ctx, actor, store, ...asked };
  const day = new Date(until.getTime() - 30 * DAY_MS).toISOString().slice(0, 10);
  const from = new Date(day);
  const q = { source_created_at_dategteq: day };
  const list = (query: object) =>
    listOrders({ ...call, query: listOrdersEndpoint.query.parse({ per_page: PER_PAGE, ...query }) });
  const bare = (name: string, values: readonly unknown[]) => {
    const text = readFileSync(join(import.meta.dirname, 'controls', `${name}.sql`), 'utf8');
    return () => pool.query(text, [storeId, ...values]);
  };
  const comparisons: Comparison[] = [];
  for (const scope of orderScopes) {
    const [name, state] = controlOf(scope);
    const { total_count: total } = await list({ scope, q });
    const last = Math.max(Math.ceil(total / PER_PAGE), 1);
    for (const page of new Set([1, last])) {
      const work = `orders, ${scope}, ${page === 1 ? 'first page' : `page ${String(page)}, the last`}`;
      const control = bare(name, [from, (page - 1) * PER_PAGE, ...state]);
      comparisons.push(await compare(work, AT_MOST, rounds, control, () => list({ scope, page, q })));
    }
  }
  const month = usualStart(ctx.clock.now(), store.timeZone);
  comparisons.push(
    await compare('how many orders each tab has', AT_MOST, rounds, bare('orders-counts', [month]), () =>
      countOrders({ ctx, store }),
    ),
  );
  const searches = await compareSearches({ ctx, pool, storeId, day, from, rounds, list, bare });
  return [...comparisons, ...searches];
}
