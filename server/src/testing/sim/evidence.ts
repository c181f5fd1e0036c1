import { sql } from 'kysely';
import type { Stage } from './actors.ts';

const clock = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 23);

interface EpochRow {
  readonly id: number;
  readonly sku: string;
  readonly channel: string;
  readonly value: number;
  readonly value_from: Date;
  readonly value_until: Date;
  readonly unexplained: number;
  readonly sure: number;
  readonly booked: number;
  readonly joined: number;
  readonly reads: readonly (readonly [number, number, number])[];
  readonly events:
    | readonly { kind: string; delta: number; from: number; until: number; number: string }[]
    | null;
  readonly writes:
    | readonly { quantity: number; outcome: string; sent: number; answered: number | null }[]
    | null;
}

/** What a person needs to see why a promise broke: bookings, and the epochs that they came from with their reads, orders and writes. */
export async function evidence({ market: { ctx } }: Stage): Promise<string[]> {
  const epochs = await sql<EpochRow>`
    select e.id, l.sku, m.channel, e.value, e.value_from, e.value_until, e.unexplained, e.sure, e.booked, e.joined, e.reads,
      (select json_agg(json_build_object('kind', v.kind, 'delta', v.delta, 'number', o.number,
         'from', round(extract(epoch from v.happened_from) * 1000), 'until', round(extract(epoch from v.happened_until) * 1000)) order by v.id)
       from listing_events v join order_items i on i.id = v.order_item_id join orders o on o.id = i.order_id
       where v.variant_listing_id = e.variant_listing_id and v.happened_until >= e.value_from - interval '30 seconds'
         and v.happened_from <= coalesce(e.read_until, e.value_until) + interval '30 seconds') as events,
      (select json_agg(json_build_object('quantity', m.quantity, 'outcome', m.outcome,
         'sent', round(extract(epoch from m.sent_at) * 1000), 'answered', round(extract(epoch from m.answered_at) * 1000)) order by m.id)
       from listing_stock_movements m
       where m.variant_listing_id = e.variant_listing_id and m.sent_at >= e.value_from - interval '5 minutes'
         and m.sent_at <= coalesce(e.read_until, e.value_until) + interval '5 minutes') as writes
    from listing_epochs e join variant_listings l on l.id = e.variant_listing_id join marketplaces m on m.id = l.marketplace_id
    where e.unexplained <> 0 or e.booked <> 0 or e.joined <> 0 or exists (
      select from stock_movements s where s.cause like 'epoch:' || e.id || ':%')
    order by e.id`.execute(ctx.db);
  const movements = await sql<{
    at: Date;
    sku: string;
    adjustment: number;
    final: number;
    action: string;
    cause: string;
  }>`
    select s.created_at as at, v.sku, s.adjustment, s.final_quantity as final, s.action, s.cause
    from stock_movements s join variants v on v.id = s.variant_id order by s.id`.execute(ctx.db);
  return [
    'The ledger:',
    ...movements.rows.map(
      (row) =>
        `  ${clock(row.at.getTime())} ${row.sku} ${String(row.adjustment)} → ${String(row.final)} ${row.action} (${row.cause})`,
    ),
    'Epochs with differences:',
    ...epochs.rows.flatMap((row) => [
      `  epoch ${String(row.id)} of ${row.sku} at ${row.channel}: ${String(row.value)} within ${clock(row.value_from.getTime())}–${clock(row.value_until.getTime())}, unexplained ${String(row.unexplained)} (sure ${String(row.sure)}), booked ${String(row.booked)}, joined ${String(row.joined)}`,
      ...row.reads.map(([x, from, until]) => `    read ${String(x)} within ${clock(from)}–${clock(until)}`),
      ...(row.events ?? []).map(
        (e) => `    ${e.kind} ${String(e.delta)} within ${clock(e.from)}–${clock(e.until)} (${e.number})`,
      ),
      ...(row.writes ?? []).map(
        (w) =>
          `    write of ${String(w.quantity)}: ${w.outcome}, sent ${clock(w.sent)}, answered ${w.answered === null ? 'never' : clock(w.answered)}`,
      ),
    ]),
  ];
}
