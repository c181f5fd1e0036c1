import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { addUpExplanations } from '../explained-sums.ts';
import type { Stage } from './actors.ts';
import { unitsKeptBack } from './kept-units.ts';
import { cancellationsIn, type PlayedCancellation } from './cancellations.ts';
import { checkEffects } from './effects.ts';
import { checkEpochs, checkOrders } from './rows.ts';
import { allowedOfSets, checkCompositions, unitsTaken, usesOf } from './sets.ts';
import { seenEdits } from './still-edits.ts';
import type { Violation } from './violation.ts';

interface StockRow {
  readonly listing_id: number;
  readonly variant_id: number;
  readonly sku: string;
  readonly channel: ChannelKind;
  readonly channel_variant_id: string;
  readonly quantity: number;
  readonly target: number;
  readonly send: number;
  readonly pending: number;
  readonly flag: string | null;
  readonly behind: boolean;
  readonly held: boolean;
  readonly kept_since: Date | null;
  readonly retry_at: Date | null;
  readonly quarantine_until: Date | null;
}

/** Checks all promises after the faults have stopped and time has gone by. */
export async function checkPromises(stage: Stage): Promise<Violation[]> {
  return [
    ...(await checkOrders(stage)),
    ...(await checkLedger(stage)),
    ...(await checkShelves(stage)),
    ...(await checkPushes(stage)),
    ...(await checkMerges(stage)),
    ...(await checkLines(stage)),
    ...(await checkCompositions(stage)),
    ...(await checkEpochs(stage)),
    ...(await checkQuantities(stage)),
    ...(await checkEffects(stage)),
    ...(await checkExplanations(stage)),
  ];
}

/** P2: a quantity is the sum of its entries, that of a set what its parts allow, and each entry's final quantity the running sum. */
async function checkLedger({ market }: Stage): Promise<Violation[]> {
  const { rows } = await sql<{ id: number; quantity: number; total: number; slips: number }>`
    select v.id, v.quantity, coalesce(sum(m.adjustment), 0)::integer as total,
      count(*) filter (where m.final_quantity <> m.running)::integer as slips
    from variants v
    left join (
      select s.*, sum(adjustment) over (partition by variant_id order by id) as running from stock_movements s
    ) m on m.variant_id = v.id
    group by v.id
    having case when v.is_set then 0 else v.quantity end <> coalesce(sum(m.adjustment), 0) or count(*) filter (where m.final_quantity <> m.running) > 0`.execute(
    market.ctx.db,
  );
  const wrongSets = await sql<{ id: number; quantity: number; allowed: number }>`
    select s.id, s.quantity, min(floor(p.quantity::numeric / c.units))::integer as allowed
    from variants s join set_parts c on c.set_id = s.id join variants p on p.id = c.part_id
    group by s.id having s.quantity <> min(floor(p.quantity::numeric / c.units))`.execute(market.ctx.db);
  const ofSets = wrongSets.rows.map(({ id, quantity, allowed }): Violation => ({
    promise: 'P2',
    account: `Set ${String(id)} has ${String(quantity)}, its parts allow ${String(allowed)}.`,
  }));
  const ofLedger = rows.map((row): Violation => ({
    promise: 'P2',
    account: `Variant ${String(row.id)} shows ${String(row.quantity)}, its entries add up to ${String(row.total)}; ${String(row.slips)} entries end with a wrong number.`,
  }));
  return [...ofLedger, ...ofSets];
}

/** P2: what explains a number adds up to it, at any moment. */
export async function checkExplanations({ market }: Stage): Promise<Violation[]> {
  const { broken } = await addUpExplanations(market.ctx, market.storeId);
  return broken.map((account) => ({ promise: 'P2', account: `${account}.` }));
}

async function stockRows({ market }: Stage): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select l.id as listing_id, v.id as variant_id, l.sku, m.channel, l.channel_variant_id, v.quantity, s.target, s.send, s.pending,
      s.flag, s.acked_rev < s.target_rev as behind, s.held, s.kept_since, s.retry_at, s.quarantine_until
    from variant_listings l join variants v on v.id = l.variant_id join marketplaces m on m.id = l.marketplace_id
    join listing_stocks s on s.variant_listing_id = l.id where l.deleted_at is null order by l.id`.execute(
    market.ctx.db,
  );
  return rows;
}

const instantOf = (at: Date | null): string => at?.toISOString() ?? 'never';

/** P3: every live listing shows what it should. */
export async function checkShelves(stage: Stage): Promise<Violation[]> {
  const broken: Violation[] = [];
  const allowed = await allowedOfSets(stage);
  for (const row of await stockRows(stage)) {
    const { shop, marketplaceId } = stage.market.shop(row.channel);
    const kept = unitsKeptBack(stage.record.keptBack, marketplaceId, row.sku);
    const shown = stage.market.sandbox.control
      .listings(row.channel, shop)
      .find((listing) => listing.sku === row.sku);
    const most = Math.min(row.quantity - kept, allowed(row.variant_id, marketplaceId));
    const should = Math.max(0, most, shown?.reserved ?? 0);
    if (shown?.kept_by === 'marketplace') continue;
    if (shown?.quantity === should && row.pending === 0) continue;
    broken.push({
      promise: 'P3',
      account: `${row.channel} shows ${String(shown?.quantity)} of ${row.sku} (reserved ${String(shown?.reserved)}); quantity ${String(row.quantity)}, kept back ${String(kept)}, target ${String(row.target)}, send ${String(row.send)}, pending ${String(row.pending)}, flag ${String(row.flag)}, behind ${String(row.behind)}, held ${String(row.held)}, kept since ${instantOf(row.kept_since)}, retried at ${instantOf(row.retry_at)}, in quarantine until ${instantOf(row.quarantine_until)}.`,
    });
  }
  return broken;
}

/** P4: acknowledged revisions only grow. */
async function checkPushes({ market }: Stage): Promise<Violation[]> {
  const { rows } = await sql<{ listing: number; id: number; revision: number; newest: number }>`
    select variant_listing_id as listing, id, revision, newest from (
      select p.*, max(revision) over (partition by variant_listing_id order by answered_at, id
        rows between unbounded preceding and 1 preceding) as newest
      from listing_stock_movements p where state = 'success'
    ) acked where newest > revision`.execute(market.ctx.db);
  return rows.map((row) => ({
    promise: 'P4',
    account: `Push ${String(row.id)} of listing ${String(row.listing)}, revision ${String(row.revision)}, was acknowledged after revision ${String(row.newest)}.`,
  }));
}

/** P6: an unmerge moves units, a merge ends with the number stated and nothing left behind. */
async function checkMerges({ market }: Stage): Promise<Violation[]> {
  const { rows } = await sql<{
    id: number;
    kind: string;
    sum: number;
    final: number | null;
    quantity_after: number;
  }>`
    select g.id, g.kind, coalesce(sum(m.adjustment), 0)::integer as sum, g.quantity_after,
      max(m.final_quantity) filter (where m.variant_id = g.variant_id) as final
    from variant_merges g left join stock_movements m on m.cause = g.kind || ':' || g.id
    group by g.id`.execute(market.ctx.db);
  const wrong = rows.filter(
    (row) =>
      (row.kind === 'unmerge' && row.sum !== 0) || (row.final !== null && row.final !== row.quantity_after),
  );
  const left = await sql<{ id: number; quantity: number }>`
    select id, quantity from variants where merged_into_id is not null and quantity <> 0`.execute(
    market.ctx.db,
  );
  return [
    ...wrong.map((row): Violation => ({
      promise: 'P6',
      account: `The ${row.kind} ${String(row.id)} moved ${String(row.sum)} units in all and ended with ${String(row.final)}, not ${String(row.quantity_after)}.`,
    })),
    ...left.rows.map((row): Violation => ({
      promise: 'P6',
      account: `Variant ${String(row.id)} was merged away and kept ${String(row.quantity)} units.`,
    })),
  ];
}

/**
 * G2: what orders took is exact, and without hand edits no booking survives. With them (G3), bookings are exactly what was typed
 * where nothing else happened; elsewhere they never exceed it, but for the units sold within the reach of doubt.
 */
async function checkQuantities(stage: Stage): Promise<Violation[]> {
  const { market, skus, record } = stage;
  const broken: Violation[] = [];
  // When units were taken out of an order nobody dates.
  const takenOut = record.drifts.takenOut.map((one) => ({
    ...one,
    isKeptOff: false,
    isSellers: true,
    changedAt: Infinity,
  }));
  const cancellations = [...cancellationsIn(market), ...takenOut];
  const counted = await seenEdits(stage);
  for (const { code, parts } of skus) {
    const { rows } = await sql<{
      orders: number;
      lines: number;
      bookings: number;
      members: number;
      recounts: number;
    }>`
      select coalesce(sum(m.adjustment) filter (where m.source_type = 'Order'), 0)::integer as orders,
        (select coalesce(sum(i.effect), 0)::integer from order_items i where i.sku = ${code} and i.made_of is null)
          + (select coalesce(sum(i.effect * (p ->> 1)::integer), 0)::integer
             from order_items i, jsonb_array_elements(i.made_of) p join variants w on w.id = (p ->> 0)::bigint
             where w.sku = ${code}) as lines,
        coalesce(sum(m.adjustment) filter (where m.cause like 'epoch:%'), 0)::integer as bookings,
        coalesce(sum(m.adjustment) filter (where m.action = 'Adjustment'), 0)::integer as members,
        coalesce(sum(m.adjustment) filter (where m.cause like 'recount:%'), 0)::integer as recounts
      from stock_movements m join variants v on v.id = m.variant_id where v.sku = ${code}`.execute(
      market.ctx.db,
    );
    const [found = { orders: 0, lines: 0, bookings: 0, members: 0, recounts: 0 }] = rows;
    const own = parts === null ? [{ set: code, least: 1, most: 1 }] : [];
    const expected = [...own, ...usesOf(stage, code)]
      .map(({ set, least, most }) => {
        const { low, high } = expectedOfOrders({ market, record }, set, cancellations);
        return { low: Math.min(least * low, most * low), high: Math.max(least * high, most * high) };
      })
      .reduce((sum, { low, high }) => ({ low: sum.low + low, high: sum.high + high }), { low: 0, high: 0 });
    const isPossible = found.orders >= expected.low && found.orders <= expected.high;
    if (found.orders !== found.lines || !isPossible) {
      broken.push({
        promise: 'G2',
        account: `Orders changed ${code} by ${String(found.orders)}; their lines say ${String(found.lines)}, the marketplaces' orders come to ${String(expected.low)} to ${String(expected.high)}.`,
      });
    }
    const adjusted = record.adjusted.get(code) ?? 0;
    // A count after a restore stands for the adjustments that were lost with it.
    if (found.members + found.recounts !== adjusted && !record.untold.has(code)) {
      broken.push({
        promise: 'P5',
        account: `Members adjusted ${code} by ${String(adjusted)}, the ledger says ${String(found.members)}, and ${String(found.recounts)} by counts.`,
      });
    }
    const edits = record.edits.get(code) ?? [];
    const certain = counted.reduce((sum, { sku, units }) => sum + (sku === code ? units : 0), 0);
    const doubt =
      edits.length === 0 ? cancelledLater(record, code, cancellations) : await sold(market.ctx, code);
    const more = certain + doubt + edits.reduce((sum, units) => sum + Math.max(0, units), 0);
    const less = certain - doubt + edits.reduce((sum, units) => sum + Math.min(0, units), 0);
    const sums = sumsOf(record.drifts.doubts.filter(({ sku }) => sku === code));
    if (![...sums].some((sum) => found.bookings >= less + sum && found.bookings <= more + sum)) {
      broken.push({
        promise: edits.length === 0 && record.certain.length === 0 ? 'G2' : 'G3',
        account: `Bookings of ${code} add up to ${String(found.bookings)}; sellers typed between ${String(less)} and ${String(more)}; in doubt: ${[...sums].join(' or ')}.`,
      });
    }
  }
  return broken;
}

/** Every sum of some of these. */
function sumsOf(doubts: readonly { readonly units: number }[]): Set<number> {
  let sums = new Set([0]);
  for (const { units } of doubts) sums = new Set([...sums].flatMap((sum) => [sum, sum + units]));
  return sums;
}

/** G1: each change of an order is in the ledger once: an older state that comes late changes nothing, not even for a while. */
async function checkLines(stage: Stage): Promise<Violation[]> {
  const { market, record } = stage;
  const { rows } = await sql<{ marketplace: number; number: string; moved: number }>`
    select o.marketplace_id as marketplace, o.number, sum(abs(m.adjustment))::integer as moved
    from order_items i join orders o on o.id = i.order_id join stock_movements m on m.cause like 'line:' || i.id || ':%'
    group by o.id order by o.id`.execute(market.ctx.db);
  return market.shops.flatMap(({ channel, shop, marketplaceId }) =>
    market.sandbox.control.orders(channel, shop).flatMap(({ number, lines, removed }): Violation[] => {
      const found = rows.find((row) => row.marketplace === marketplaceId && row.number === number);
      const restocked = record.restocks.reduce(
        (sum, one) =>
          sum +
          (one.channel === channel && one.number === number ? one.units * unitsTaken(stage, one.sku) : 0),
        0,
      );
      const most = lines.reduce(
        (sum, { sku, quantity, cancelled }) => sum + (quantity + cancelled) * unitsTaken(stage, sku),
        restocked + movedByOthers(stage, number, removed),
      );
      if (found === undefined || found.moved <= most) return [];
      const account = `Order ${number} of ${channel} moved ${String(found.moved)} units to and fro; its changes come to ${String(most)}.`;
      return [{ promise: 'G1', account }];
    }),
  );
}

/** Units that an order moved to another keeper and back, and those of lines that it has no more: taken, and given back. */
function movedByOthers(
  stage: Stage,
  number: string,
  removed: readonly { readonly sku: string; readonly quantity: number }[],
): number {
  const assigned = stage.record.drifts.assigned.get(number) ?? 0;
  const most = Math.max(1, ...stage.skus.map(({ code }) => unitsTaken(stage, code)));
  return (
    2 * assigned * most +
    removed.reduce((sum, { sku, quantity }) => sum + 2 * quantity * unitsTaken(stage, sku), 0)
  );
}

type Db = Stage['market']['ctx'];

/** Nearer than this to the switch, and nobody can say which came first. */
const DOUBT_MS = 3_000;

/** Their orders do not say when they last changed: a cancellation is known to have happened when it is first seen. */
const UNDATED: ReadonlySet<ChannelKind> = new Set(['tokopedia', 'qoo10']);

/**
 * The net units of the marketplaces' orders: ordered less given back, where that is not switched off, less those that members
 * restocked. A cancellation from before the switch may be imported after it, where the channel does not date it or the order changed
 * again.
 */
function expectedOfOrders(
  { market, record }: Pick<Stage, 'market' | 'record'>,
  sku: string,
  cancellations: readonly PlayedCancellation[],
): { low: number; high: number } {
  const orders = market.shops.flatMap(({ channel, shop }) => market.sandbox.control.orders(channel, shop));
  // What the marketplace sends takes nothing.
  const lines = orders.flatMap((order) =>
    order.lines.filter((line) => line.sku === sku && line.kept_by === 'seller'),
  );
  const removed = orders
    .flatMap((order) => order.removed)
    .reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0);
  const restocked = record.restocks.reduce((sum, one) => sum + (one.sku === sku ? one.units : 0), 0);
  const ordered = lines.reduce((sum, line) => sum + line.quantity, 0) - restocked;
  const frozen = record.frozen.get(sku);
  if (frozen === undefined) {
    const keptOff = cancellations
      .filter((one) => one.sku === sku && one.isKeptOff)
      .reduce((sum, { units }) => sum + units, 0);
    const back = lines.reduce((sum, line) => sum + line.cancelled, 0) - keptOff;
    return { low: back - ordered, high: back - ordered };
  }
  let certain = 0;
  let possible = 0;
  for (const { channel, units, at, changedAt } of cancellations.filter(
    (one) => one.sku === sku && one.isSellers && !one.isKeptOff,
  )) {
    if (at > frozen + DOUBT_MS) continue;
    const isDated = !UNDATED.has(channel) && changedAt < frozen - DOUBT_MS;
    if (isDated) certain += units;
    else possible += units;
  }
  // Units of a line that is removed come back unless the switch was on: which of the two came first nobody dates.
  return { low: certain - ordered - removed, high: certain + possible - ordered };
}

/**
 * Units whose cancellation may explain earlier edits. A cancellation is only known to lie after the order's last read, so it may
 * precede an edit. Each edit is decided separately and takes the lower of its meanings: one cancellation counts for each of them.
 */
function cancelledLater(
  { certain }: Stage['record'],
  code: string,
  cancellations: readonly PlayedCancellation[],
): number {
  const explainable = ({ channel, at }: PlayedCancellation): number =>
    certain.filter((edit) => edit.sku === code && edit.channels.includes(channel) && edit.at <= at).length;
  return cancellations
    .filter(({ sku }) => sku === code)
    .reduce((sum, cancellation) => sum + cancellation.units * explainable(cancellation), 0);
}

async function sold({ db }: Db, sku: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(ordered), 0)::integer as units from order_items where sku = ${sku}`.execute(db);
  return rows[0]?.units ?? 0;
}
