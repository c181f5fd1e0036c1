import { parcelStates } from '@evenstock/contract/orders/order-list-query';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyOrder, type OrderFilter } from '../modules/orders/order/order-conditions.queries.ts';
import { tabStates } from '../modules/orders/order/order-filters.rules.ts';
import { ordersPage } from '../modules/orders/order/orders.queries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, type GeneratedStore } from './generate-data.ts';
import { rowsReadBy } from './query-plan.ts';

/* The built-in views of the orders list read what they show, and no whole tab. */

const until = new Date('2026-11-01T00:00:00Z');
const monthBack = { from: new Date('2026-10-01T00:00:00Z'), before: null };
const first = { page: 1, perPage: 10, offset: 0 };
/** Rows read for a page of ten. */
const MOST_ROWS = 1_000;

let database: TestDatabase;
let store: GeneratedStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await generateData(database.pool, 'big', { orders: 60_000, variants: 10_000, until, days: 90 });
}, 900_000);
afterAll(() => database.close());

const orders = (filter: Partial<OrderFilter>): OrderFilter => ({
  ...everyOrder(store.storeId),
  window: monthBack,
  ...filter,
});

async function expectFrugal(page: RawBuilder<unknown>): Promise<void> {
  const { rows, wholeTables } = await rowsReadBy(database.db, page);
  expect(wholeTables.filter((table) => table.startsWith('order'))).toEqual([]);
  expect(rows).toBeLessThanOrEqual(MOST_ROWS);
}

it('of parcels by what is done about them, of unpaid orders, and of requests', async () => {
  const [shipped, issues] = [tabStates('shipped'), tabStates('outstanding_issues')];
  const since = { from: new Date('2026-10-25T00:00:00Z'), before: null };
  // The oldest first, as the views begin; what is asked for by a date of its own is sorted by that, too.
  const filters = [
    ...parcelStates.map((parcel) => orders({ states: shipped, parcel })),
    orders({ states: 'all', parcel: 'label_not_printed' }),
    orders({ states: shipped, shipped: since }),
    orders({ states: issues, awaitingPayment: true }),
    orders({ states: issues, request: 'any' }),
  ];
  for (const filter of filters) {
    const page = ordersPage(filter, { field: 'source_created_at', direction: 'asc' }, first);
    await expectFrugal(page);
  }
  const byDeadline = { field: 'answer_by', direction: 'asc' } as const;
  const toAnswer = ordersPage(orders({ states: issues, request: 'any' }), byDeadline, first);
  await expectFrugal(toAnswer);
});
