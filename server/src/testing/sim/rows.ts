import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Stage } from './actors.ts';
import type { Violation } from './violation.ts';

/*
 * Each row for itself. Sums over many of them hide faults that make up for each other.
 */

interface Units {
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
}

const said = ({ ordered, cancelled, returned }: Units): string =>
  `${String(ordered)} units, ${String(cancelled)} cancelled, ${String(returned)} returned`;

/**
 * P1: every line of every order that a marketplace lists is recorded exactly once, in the marketplace's own state. A marketplace
 * without a read of returns does not report what came back after an order was completed.
 */
export async function checkOrders({ market }: Stage): Promise<Violation[]> {
  const broken: Violation[] = [];
  for (const { channel, shop, marketplaceId } of market.shops) {
    const tellsReturns = market.ctx.connectors[channel].returns !== undefined;
    const { rows } = await sql<{ number: string; sku: string | null } & Units>`
      select o.number, i.sku, sum(i.ordered)::integer as ordered, sum(i.cancelled)::integer as cancelled,
        sum(i.returned)::integer as returned
      from orders o left join order_items i on i.order_id = o.id
      where o.marketplace_id = ${marketplaceId} group by o.id, i.sku`.execute(market.ctx.db);
    const here = new Map(rows.map((row) => [`${row.number} ${String(row.sku)}`, row]));
    const there = market.sandbox.control.orders(channel, shop);
    for (const { number, lines, removed, stage } of there) {
      broken.push(...checkRemoved(channel, number, removed, here));
      for (const { sku, quantity, cancelled, returned } of lines) {
        const line = { ordered: quantity, cancelled, returned };
        const found = here.get(`${number} ${sku}`);
        const told = tellsReturns ? returned : Math.min(returned, found?.returned ?? 0);
        if (found !== undefined && said(found) === said({ ...line, returned: told })) continue;
        broken.push({
          promise: 'P1',
          account: `${sku} of order ${number} of ${channel} (${said(line)}, ${stage}) is ${found === undefined ? 'not here' : `here with ${said(found)}`}.`,
        });
      }
    }
    const numbers = new Set(rows.map(({ number }) => number));
    if (numbers.size > there.length) {
      broken.push({
        promise: 'P1',
        account: `${channel} has ${String(there.length)} orders, here are ${String(numbers.size)}.`,
      });
    }
  }
  return broken;
}

/** A line that was removed is not here, or all of its units are recorded as cancelled. */
function checkRemoved(
  channel: ChannelKind,
  number: string,
  removed: readonly { readonly sku: string; readonly quantity: number }[],
  here: ReadonlyMap<string, Units>,
): Violation[] {
  return removed.flatMap(({ sku, quantity }): Violation[] => {
    const found = here.get(`${number} ${sku}`);
    const gone = { ordered: quantity, cancelled: quantity, returned: 0 };
    if (found === undefined || said(found) === said(gone)) return [];
    const account = `${sku} was removed from order ${number} of ${channel}; here it has ${said(found)}.`;
    return [{ promise: 'P1', account }];
  });
}

interface EpochRow {
  readonly id: number;
  readonly sku: string;
  readonly channel: ChannelKind;
  readonly bookable: boolean;
  readonly unexplained: number;
  readonly sure: number;
  readonly booked: number;
  readonly joined: number;
  readonly entries: number;
}

/** G2: an epoch's entries come to what it holds as booked, and after a quiet time nothing of its difference is left over. */
export async function checkEpochs({ market }: Stage): Promise<Violation[]> {
  const { rows } = await sql<EpochRow>`
    select e.*, l.sku, m.channel from (
      select e.id, e.variant_listing_id, e.bookable, e.unexplained, e.sure, e.booked, e.joined, coalesce((
        select sum(s.adjustment)::integer from stock_movements s where s.cause like 'epoch:' || e.id || ':%'), 0) as entries
      from listing_epochs e
    ) e
    join variant_listings l on l.id = e.variant_listing_id join marketplaces m on m.id = l.marketplace_id
    where e.entries <> e.booked or e.bookable and (e.sure <> e.booked + e.joined or e.unexplained <> e.sure)
    order by e.id`.execute(market.ctx.db);
  return rows.map((row) => ({
    promise: 'G2',
    account: `Epoch ${String(row.id)} of ${row.sku} at ${row.channel} has ${String(row.unexplained)} unexplained (sure ${String(row.sure)}), ${String(row.booked)} booked, ${String(row.joined)} joined; its entries come to ${String(row.entries)}.`,
  }));
}
