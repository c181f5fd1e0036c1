import type { Drill } from './drill.ts';

/** What members did, as it was acknowledged to them. */
export interface Adjusted {
  readonly sku: string;
  readonly units: number;
}

/**
 * Compares the installation with the marketplaces' own truth and with what members were answered.
 * @param began what each SKU had at first
 * @returns what is not as promised, in words; empty when all is well
 */
export async function findBroken(
  drill: Drill,
  began: number,
  adjusted: readonly Adjusted[],
): Promise<string[]> {
  const broken = await Promise.all([
    ordersBroken(drill),
    ledgerBroken(drill),
    totalsBroken(drill, began, adjusted),
    adjustmentsBroken(drill, adjusted),
  ]);
  return broken.flat();
}

/** P1: every order that a marketplace has is here exactly once, with its units. */
async function ordersBroken(drill: Drill): Promise<string[]> {
  const rows = await drill.query<{
    channel: string;
    number: string;
    copies: number;
    units: number;
    cancelled: number;
  }>(
    `select o.channel, o.number, count(distinct o.id)::int as copies,
            coalesce(sum(i.ordered), 0)::int as units, coalesce(sum(i.cancelled), 0)::int as cancelled
     from orders o left join order_items i on i.order_id = o.id group by o.channel, o.number`,
  );
  const here = new Map(rows.map((row) => [`${row.channel} ${row.number}`, row]));
  const broken: string[] = [];
  for (const shop of drill.shops) {
    for (const order of await shop.orders()) {
      const name = `${shop.channel} ${order.number}`;
      const found = here.get(name);
      here.delete(name);
      const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
      const cancelled = order.lines.reduce((sum, line) => sum + line.cancelled, 0);
      if (found === undefined) broken.push(`P1: order ${name} is missing`);
      else if (found.copies !== 1) broken.push(`P1: order ${name} is here ${found.copies} times`);
      else if (found.units !== units || found.cancelled !== cancelled) {
        broken.push(
          `P1: order ${name} has ${found.units} units, ${found.cancelled} cancelled; there ${units}, ${cancelled}`,
        );
      }
    }
  }
  return [...broken, ...[...here.keys()].map((name) => `P1: order ${name} exists nowhere else`)];
}

/** P2: the quantity is the sum of its ledger, and every entry says the sum so far. */
async function ledgerBroken(drill: Drill): Promise<string[]> {
  const sums = await drill.query<{ id: number; quantity: number; total: number }>(
    `select v.id::int, v.quantity, coalesce(sum(m.adjustment), 0)::int as total
     from variants v left join stock_movements m on m.variant_id = v.id
     group by v.id having v.quantity <> coalesce(sum(m.adjustment), 0)`,
  );
  const runs = await drill.query<{ id: number; said: number; sum: number }>(
    `select id::int, said, sum::int from (
       select id, final_quantity as said, sum(adjustment) over (partition by variant_id order by id) as sum from stock_movements
     ) entries where said <> sum`,
  );
  return [
    ...sums.map(({ id, quantity, total }) => `P2: SKU ${id} has ${quantity}, its ledger ${total}`),
    ...runs.map(({ id, said, sum }) => `P2: entry ${id} says ${said}, the sum so far is ${sum}`),
  ];
}

/** P3: each SKU has what it had, less what was sold and not cancelled, plus what members added; and every shop shows that. */
async function totalsBroken(drill: Drill, began: number, adjusted: readonly Adjusted[]): Promise<string[]> {
  const due = new Map(drill.skus.map((sku) => [sku, began]));
  const add = (sku: string, units: number): void => void due.set(sku, (due.get(sku) ?? 0) + units);
  for (const { sku, units } of adjusted) add(sku, units);
  for (const shop of drill.shops) {
    for (const { lines } of await shop.orders()) {
      for (const line of lines) add(line.sku, line.cancelled - line.quantity);
    }
  }
  const broken: string[] = [];
  const rows = await drill.query<{ sku: string; quantity: number }>(
    'select sku, quantity from variants where merged_into_id is null',
  );
  for (const { sku, quantity } of rows) {
    if (quantity !== due.get(sku))
      broken.push(`P3: ${sku} has ${quantity} and should have ${String(due.get(sku))}`);
  }
  for (const shop of drill.shops) {
    for (const { sku, quantity } of await shop.listings()) {
      const shown = Math.max(0, due.get(sku) ?? 0);
      if (quantity !== shown)
        broken.push(`P3: ${shop.channel} shows ${quantity} of ${sku} and should show ${shown}`);
    }
  }
  return broken;
}

/** P5: what a member was answered is done is in the ledger, exactly once. */
async function adjustmentsBroken(drill: Drill, adjusted: readonly Adjusted[]): Promise<string[]> {
  const rows = await drill.query<{ sku: string; adjustment: number }>(
    `select v.sku, m.adjustment from stock_movements m join variants v on v.id = m.variant_id
     where m.source_type = 'User' and m.action <> 'Merge' and m.cause like 'adjust%'`,
  );
  const counts = new Map<string, number>();
  const count = (sku: string, units: number, by: number): void =>
    void counts.set(`${units} of ${sku}`, (counts.get(`${units} of ${sku}`) ?? 0) + by);
  for (const { sku, units } of adjusted) count(sku, units, 1);
  for (const { sku, adjustment } of rows) count(sku, adjustment, -1);
  return [...counts].flatMap(([what, left]) =>
    left === 0
      ? []
      : [`P5: an adjustment by ${what} is in the ledger ${-left} times too ${left > 0 ? 'few' : 'many'}`],
  );
}
