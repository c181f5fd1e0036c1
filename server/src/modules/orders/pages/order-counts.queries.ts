import { orderStates, type OrderState } from '@evenstock/contract/orders/order-states';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

export interface StateCount {
  readonly state: OrderState;
  readonly count: number;
}

/** Counts the orders of a store in each state since an instant; each state is a range of the index of its tab. */
export function stateCounts(storeId: number, since: Date): RawBuilder<StateCount> {
  return sql<StateCount>`
    select s.state, (
      select count(*)::integer from orders o
      where o.store_id = ${storeId} and o.state = s.state and o.source_created_at >= ${since}
    ) as count
    from unnest(${orderStates}::text[]) s(state)`;
}

export async function countStates(db: Handle, storeId: number, since: Date): Promise<readonly StateCount[]> {
  const { rows } = await stateCounts(storeId, since).execute(db);
  return rows;
}
