import { randomUUID } from 'node:crypto';
import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector, StockLine, StockResult } from '@evenstock/connectors/kit/connector';
import { ChannelError, leavesWriteUnknown, throttled } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import { observeUnderLease } from './observe-reads.ts';
import type { Attempt } from './outcome.rules.ts';
import {
  claimDue,
  findShop,
  giveBack,
  isCrowded,
  isStillWanted,
  leased,
  nextRetry,
  writeAttempts,
  type AttemptLine,
  type Leased,
  type Shop,
} from './pushes.queries.ts';
import { recordOutcomes, takeOverExpired } from './record-outcomes.ts';
import { pushKey, pushStockJob } from './stock.jobs.ts';
import { after } from '../../platform/time-spans.ts';

/** Beyond the call's own time-out: waiting for a turn, and writing down how it went. */
const LEASE_SPARE_MS = 20_000;
/** A request that is not on its way by then is looked at again: the number may have changed, or somebody else taken over. */
const FRESH_MS = 5_000;
/** One job does so many batches and then makes room for others. */
const MOST_BATCHES = 200;
const READ_FAILED_WAIT_MS = 10_000;
const GONE_WAIT_MS = 3_600_000;
/** Beyond so many listings of a shop that wait, they are written without being read first. */
const MOST_READ_FIRST = 10;
/** A listing that another transaction holds at this moment is looked at again so soon. */
const LOCKED_WAIT_MS = 200;

interface Claim {
  readonly shop: Shop;
  readonly connector: Connector;
  readonly token: string;
  readonly lines: readonly Leased[];
}

/**
 * Writes what is due at one marketplace, batch by batch: claim, read first where that is worth it, write down the attempts,
 * call, record what came of it. What cannot be written now is taken up again when its time comes.
 */
export async function pushStock(ctx: Context, { marketplaceId }: { marketplaceId: number }): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null) return;
  await takeOverExpired(ctx);
  const connector = ctx.connectors[shop.channel];
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const claim = await claimBatch(ctx, shop, connector);
    if (claim === null) {
      await comeBack(ctx, marketplaceId);
      return;
    }
    await pushClaim(ctx, claim);
  }
  await enqueue(ctx.db, pushStockJob, { marketplaceId }, { key: pushKey(marketplaceId) });
}

async function claimBatch(ctx: Context, shop: Shop, connector: Connector): Promise<Claim | null> {
  const now = ctx.clock.now();
  const token = randomUUID();
  const until = after(now, ctx.settings.channelTimeoutSeconds * 1000 + LEASE_SPARE_MS);
  const lines = await claimDue(ctx.db, shop.id, connector.stock.batch, { token, now, until });
  return lines.length === 0 ? null : { shop, connector, token, lines };
}

async function pushClaim(ctx: Context, claim: Claim): Promise<void> {
  const readsFirst = await isReadFirst(ctx, claim);
  const read = readsFirst ? await readFirst(ctx, claim) : null;
  if (readsFirst && read === null) return;
  const lines = readsFirst ? await leased(ctx.db, claim.token) : claim.lines;
  const known = read === null ? lines : lines.filter((line) => read.measures.has(line.listingId));
  if (known.length > 0) await send(ctx, claim, known, read?.measures ?? null);
  // What the marketplace does not know any more; a listing poll finds out what became of it.
  if (known.length < lines.length) await giveBack(ctx.db, claim.token, after(ctx.clock.now(), GONE_WAIT_MS));
}

/**
 * A read covers what is about to be overwritten, and costs a call of those that the marketplace allows: where many listings wait,
 * to sell what is not there is worse than an edit that goes unseen. What is compared and set must be read.
 */
async function isReadFirst(ctx: Context, { shop, connector: { facts } }: Claim): Promise<boolean> {
  if (facts.readLag > 0 || facts.settlesWithin > 0) return false;
  if (facts.compareAndSet) return true;
  return facts.readBeforeWrite && !(await isCrowded(ctx.db, shop.id, MOST_READ_FIRST));
}

/** Reads the claimed listings and takes the readings in: what shows its number already is settled and leaves the claim. */
async function readFirst(ctx: Context, claim: Claim): Promise<{ measures: Map<number, number> } | null> {
  try {
    const { readings, interval } = await callMarketplace(ctx, claim.shop.id, 'stock_down', (access) =>
      claim.connector.stock.read(access, claim.lines),
    );
    const found = readings.flatMap(({ itemId, variantId, measure, reserved }) => {
      const line = claim.lines.find((l) => l.itemId === itemId && l.variantId === variantId);
      return line === undefined ? [] : [{ variantListingId: line.listingId, measure, reserved }];
    });
    await observeUnderLease(ctx, { channel: claim.shop.channel, interval, readings: found }, claim.token);
    return { measures: new Map(found.map((reading) => [reading.variantListingId, reading.measure])) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const wait = error.fault.kind === 'throttled' ? error.fault.afterSeconds * 1000 : READ_FAILED_WAIT_MS;
    await giveBack(ctx.db, claim.token, after(ctx.clock.now(), wait));
    return null;
  }
}

async function send(
  ctx: Context,
  claim: Claim,
  leasedLines: readonly Leased[],
  measures: ReadonlyMap<number, number> | null,
): Promise<void> {
  const { shop, connector, token } = claim;
  const now = ctx.clock.now();
  const sentAt = after(now, shop.clock_offset_ms);
  const wanted = leasedLines.map((line) =>
    attemptLine(line, connector.facts.compareAndSet ? measures : null),
  );
  const written = await writeAttempts(ctx.db, token, wanted, { sentAt, now });
  const going = leasedLines.flatMap((line) => {
    const id = written.find((row) => row.listingId === line.listingId)?.id;
    const planned = wanted.find((row) => row.variant_listing_id === line.listingId);
    return id === undefined || planned === undefined ? [] : [{ id, line, planned }];
  });
  if (going.length === 0) return;
  const answer = await call(
    ctx,
    claim,
    going.map(({ line, planned }) => stockLine(line, planned, sentAt)),
    () =>
      refuseStale(
        ctx,
        token,
        going.map(({ planned }) => planned),
        now,
      ),
  );
  const ended = going.map(({ id, line, planned }, place) => ({
    attempt: attemptOf(id, line, planned, sentAt),
    result: answer.results[place] ?? unanswered,
  }));
  await recordOutcomes(ctx, token, ended, answer.at);
}

const unanswered: StockResult = {
  outcome: 'unknown',
  reason: 'The marketplace said nothing about this listing.',
};

function attemptLine(line: Leased, measures: ReadonlyMap<number, number> | null): AttemptLine {
  return {
    variant_listing_id: line.listingId,
    revision: line.revision,
    quantity: line.send,
    transformed: line.transformed,
    force_zero_qty: line.forced,
    attempt_key: randomUUID(),
    compare_from: measures?.get(line.listingId) ?? null,
  };
}

function stockLine(line: Leased, planned: AttemptLine, sentAt: Date): StockLine {
  const { itemId, variantId, stockRef } = line;
  return {
    itemId,
    variantId,
    stockRef,
    quantity: planned.quantity,
    compareFrom: planned.compare_from,
    attemptKey: planned.attempt_key,
    sentAt,
  };
}

function attemptOf(id: number, line: Leased, planned: AttemptLine, sentAt: Date): Attempt {
  const { listingId, revision, transformed } = line;
  return { id, listingId, revision, quantity: planned.quantity, transformed, sentAt };
}

/**
 * A request that waited long for its turn leaves only if it still says what is wanted now, under a lease that is still ours.
 * @throws ChannelError throttled, for at once: it was not sent, and is decided anew
 */
async function refuseStale(
  ctx: Context,
  token: string,
  planned: readonly AttemptLine[],
  began: Date,
): Promise<void> {
  const now = ctx.clock.now();
  if (now.getTime() - began.getTime() <= FRESH_MS) return;
  const lines = planned.map(({ variant_listing_id, quantity }) => ({ variant_listing_id, quantity }));
  if (await isStillWanted(ctx.db, token, lines, now)) return;
  throw throttled(0, 'The quantity changed while the request waited for its turn.');
}

/** The call itself. What was not sent because it was too late for it comes back as to be tried again. */
async function call(
  ctx: Context,
  { shop, connector }: Claim,
  lines: readonly StockLine[],
  mayLeave: () => Promise<void>,
): Promise<{ results: readonly StockResult[]; at: Date }> {
  const channelNow = (): Date => after(ctx.clock.now(), shop.clock_offset_ms);
  try {
    const push = async (access: Access): Promise<{ results: readonly StockResult[]; at: Date }> => ({
      results: await connector.stock.push(access, lines),
      at: access.http.now(),
    });
    return await callMarketplace(ctx, shop.id, 'stock_down', push, mayLeave);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { results: lines.map(() => resultOf(error)), at: channelNow() };
  }
}

/** What an error of the whole call means for each of its lines. */
function resultOf({ fault, message }: ChannelError): StockResult {
  if (leavesWriteUnknown(fault)) return { outcome: 'unknown', reason: message };
  if (fault.kind === 'throttled') return { outcome: 'retry', afterSeconds: fault.afterSeconds };
  if (fault.kind === 'unauthorised') return { outcome: 'retry', afterSeconds: 60 };
  const code = fault.kind === 'rejected' ? fault.code : fault.kind;
  return { outcome: 'rejected', code, reason: message, mayPass: true };
}

async function comeBack(ctx: Context, marketplaceId: number): Promise<void> {
  const at = await nextRetry(ctx.db, marketplaceId, after(ctx.clock.now(), LOCKED_WAIT_MS));
  if (at === null) return;
  const key = `stock.push_later:${String(marketplaceId)}`;
  await enqueue(ctx.db, pushStockJob, { marketplaceId }, { runAt: at, key });
}
