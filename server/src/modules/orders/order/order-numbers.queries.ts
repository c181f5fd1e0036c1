import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { firstLinePattern, linePattern } from '../../../platform/text/search-text.ts';

/** A number as marketplaces write it: with the sign before it or without. */
const forms = (number: string): string[] => [number, `#${number}`];

/** Whether order `o` has exactly this number. An index finds it. */
export const isNumbered = (number: string): RawBuilder<unknown> =>
  sql`o.reference_number = any(${forms(number)})`;

/**
 * The ids of a store's orders with exactly this number or tracking number, in letters of any case.
 * @param number a `numberKey`
 */
export const ordersNumbered = (storeId: number, number: string): RawBuilder<{ id: number }> => {
  const lines = [...forms(number).map(firstLinePattern), linePattern(number)];
  const isLine = sql.join(
    lines.map((line) => sql`s.numbers like lower(${line})`),
    sql` or `,
  );
  return sql`
    select o.id from orders o where o.store_id = ${storeId} and ${isNumbered(number)}
    union select o.id from orders o where o.store_id = ${storeId} and o.number = any(${forms(number)})
    union select s.order_id from order_texts s where s.store_id = ${storeId} and (${isLine})`;
};

/** The ids of the orders that have each of some numbers. Those that no order has are left out. */
export async function findNumbers(
  db: Handle,
  storeId: number,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>();
  const { rows } = await sql<{ number: string; id: number }>`
    select n.number, o.id from unnest(${[...numbers]}::text[]) n(number)
    join orders o on o.store_id = ${storeId} and o.reference_number in (n.number, '#' || n.number)
    union
    select n.number, o.id from unnest(${[...numbers]}::text[]) n(number)
    join orders o on o.store_id = ${storeId} and o.number in (n.number, '#' || n.number)`.execute(db);
  for (const { number, id } of rows) found.set(number, [...(found.get(number) ?? []), id]);
  for (const number of numbers) {
    if (found.has(number)) continue;
    const others = await ordersNumbered(storeId, number).execute(db);
    if (others.rows.length > 0)
      found.set(
        number,
        others.rows.map(({ id }) => id),
      );
  }
  return found;
}
