import type { OrderState } from '@evenstock/contract/orders/order-states';
import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '../../../api/page-request.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { filtered, hasDate, type OtherDate, type OrderFilter } from '../order/order-conditions.queries.ts';
import type { OrderSort } from '../order/orders.queries.ts';

/** The values that decide an order's position in lists. */
export interface Place {
  readonly id: number;
  readonly state: string;
  readonly ship_by: Date | null;
  readonly answer_by: Date | null;
  readonly shipped_at: Date | null;
}

type Direction = OrderSort['direction'];
const turned = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** The first order of `among` that comes after this one by a column, then the id; the first of all without one. */
function after(
  among: RawBuilder<unknown>,
  column: OrderSort['field'],
  direction: Direction,
  id: number | null,
): RawBuilder<unknown> {
  const by = sql.raw(`o.${column} ${direction}, o.id ${direction}`);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const name = sql.ref(column);
  // The column is read in SQL, as its instant may be finer than a Date.
  const where =
    id === null
      ? sql`true`
      : sql`(o.${name}, o.id) ${beyond} ((select at.${name} from orders at where at.id = ${id}), ${id}::bigint)`;
  return sql`(select o.id from (${among}) o where ${where} order by ${by} limit 1)`;
}

/** The order next to a position in a list sorted by date. */
function byDate(filter: OrderFilter, direction: Direction, place: Place): RawBuilder<unknown> {
  return after(filtered(filter), 'source_created_at', direction, place.id);
}

/** The states in which these dates count. */
const dueIn = {
  ship_by: 'staff_to_process',
  answer_by: 'outstanding_issues',
  shipped_at: 'shipped',
} as const satisfies Record<OtherDate, OrderState>;

/** The order next to a position in a list sorted by deadline; orders without one come last, newest first. */
function byOtherDate(
  filter: OrderFilter,
  { field, direction }: Sort<OtherDate>,
  place: Place,
  towards: 'previous' | 'next',
): RawBuilder<unknown> {
  const isDated = hasDate[field];
  const due = filtered(filter, isDated);
  const rest = filtered(filter, sql`${isDated} is not true`);
  const way = towards === 'next' ? direction : turned(direction);
  if (place.state === dueIn[field] && place[field] !== null) {
    const near = after(due, field, way, place.id);
    return towards === 'next'
      ? sql`coalesce(${near}, ${after(rest, 'source_created_at', 'desc', null)})`
      : near;
  }
  const near = after(rest, 'source_created_at', towards === 'next' ? 'desc' : 'asc', place.id);
  return towards === 'next' ? near : sql`coalesce(${near}, ${after(due, field, turned(direction), null)})`;
}

/** The reference numbers of the orders before and after a position in a list, each read from an index. */
export function neighboursOf(
  filter: OrderFilter,
  { field, direction }: OrderSort,
  place: Place,
): RawBuilder<{ previous: string | null; next: string | null }> {
  const previous =
    field === 'source_created_at'
      ? byDate(filter, turned(direction), place)
      : byOtherDate(filter, { field, direction }, place, 'previous');
  const next =
    field === 'source_created_at'
      ? byDate(filter, direction, place)
      : byOtherDate(filter, { field, direction }, place, 'next');
  return sql`
    select (select p.reference_number from orders p where p.id = ${previous}) as previous,
      (select n.reference_number from orders n where n.id = ${next}) as next`;
}

export async function readNeighbours(
  db: Handle,
  filter: OrderFilter,
  sort: OrderSort,
  place: Place,
): Promise<{ previous: string | null; next: string | null }> {
  const { rows } = await neighboursOf(filter, sort, place).execute(db);
  return rows[0] ?? { previous: null, next: null };
}
