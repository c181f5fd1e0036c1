import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Epoch } from '../protocol/observe.rules.ts';
import {
  formerNumbers,
  type FormerEpoch,
  type FormerWrite,
  type WriteTimes,
} from '../protocol/old-answers.rules.ts';

/** A number with the milliseconds at which it began and was certainly there. */
type NumberRow = readonly [number, number, number];

interface FormerRow {
  readonly id: number;
  readonly epochs: readonly (readonly [...NumberRow, number, number])[] | null;
  readonly writes: readonly (readonly [number, number, number | null])[] | null;
  readonly events: readonly (readonly [...NumberRow, boolean])[] | null;
}

/**
 * Epochs with what their shops showed before them, as far back as an answer of theirs may be old. Asked where a read disagrees with
 * the books and may be from before its epoch, so seldom.
 */
export async function withFormerNumbers(
  tx: Tx,
  epochs: readonly Epoch[],
  timesOf: (epoch: Epoch) => WriteTimes,
): Promise<Epoch[]> {
  if (epochs.length === 0) return [];
  const asked = JSON.stringify(
    epochs.map(({ id, reads, value }) => ({
      id,
      since: new Date(Math.min(value.from.getTime(), ...reads.map(({ since }) => since.getTime()))),
    })),
  );
  const { rows } = await sql<FormerRow>`
    with asked as materialized (
      select e.id, e.variant_listing_id as listing, e.value_from, e.value_until, coalesce((
          select max(p.value_from) from listing_epochs p
          where p.variant_listing_id = e.variant_listing_id and p.id < e.id and p.value_until < w.since), '-infinity') as since
      from jsonb_to_recordset(${asked}::jsonb) as w(id bigint, since timestamptz) join listing_epochs e on e.id = w.id
    )
    select a.id,
      (select jsonb_agg(jsonb_build_array(p.value, round(extract(epoch from p.value_from) * 1000),
          round(extract(epoch from p.value_until) * 1000), p.unexplained, p.sure) order by p.id)
       from listing_epochs p
       where p.variant_listing_id = a.listing and p.id < a.id and p.value_from >= a.since) as epochs,
      (select jsonb_agg(jsonb_build_array(m.quantity, round(extract(epoch from m.sent_at) * 1000),
          case when m.outcome = 'ok' then round(extract(epoch from m.answered_at) * 1000) end) order by m.id)
       from listing_stock_movements m
       where m.variant_listing_id = a.listing and m.sent_at >= a.since and m.sent_at < a.value_from
         and m.outcome in ('ok', 'unknown', 'pending')) as writes,
      (select jsonb_agg(jsonb_build_array(v.delta, round(extract(epoch from v.happened_from) * 1000),
          round(extract(epoch from v.happened_until) * 1000), v.is_possible) order by v.id)
       from listing_events v
       where v.variant_listing_id = a.listing and v.happened_until >= a.since - interval '2 seconds'
         and v.happened_from <= a.value_until + interval '2 seconds') as events
    from asked a`.execute(tx);
  const found = new Map(rows.map((row) => [row.id, row]));
  return epochs.map((epoch) => {
    const row = found.get(epoch.id);
    return row === undefined ? epoch : { ...epoch, before: numbersOf(row, epoch, timesOf(epoch)) };
  });
}

function numbersOf(row: FormerRow, { value }: Epoch, times: WriteTimes): Epoch['before'] {
  const epochs = (row.epochs ?? []).map(([measure, from, until, unexplained, sure]): FormerEpoch => ({
    value: { measure, from: new Date(from), until: new Date(until) },
    unexplained,
    sure,
  }));
  const writes = (row.writes ?? []).map(([quantity, sent, answered]): FormerWrite => ({
    quantity,
    sentAt: new Date(sent),
    answeredAt: answered === null ? null : new Date(answered),
  }));
  const events = (row.events ?? []).map(([delta, from, until, isPossible]) => ({
    delta,
    from: new Date(from),
    until: new Date(until),
    isPossible,
  }));
  return formerNumbers(value, epochs, writes, events, times);
}
