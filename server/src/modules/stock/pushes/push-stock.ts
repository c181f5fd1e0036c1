import { randomUUID } from 'node:crypto';
import type { Access } from '@evenstock/connectors/kit/access';
import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import type { Connector, StockLine, StockResult } from '@evenstock/connectors/kit/connector';
import { ChannelError, leavesWriteUnknown, throttled } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { isPassingFault } from '../../../platform/database/database-errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { keepOut } from '../reads/keep-out.ts';
import { observeUnderLease } from '../reads/observe-reads.ts';
import { unknownOutcome, type Attempt } from '../protocol/outcome.rules.ts';
import {
  claimDue,
  mayClaim,
  findShop,
  releaseLeases,
  hasBacklog,
  isStillWanted,
  leased,
  nextRetry,
  writeAttempts,
  type AttemptLine,
  type Leased,
  type Shop,
} from '../ledger/pushes.queries.ts';
import { recordOutcomes, takeOverExpired } from './record-outcomes.ts';
import { pushKey, pushStockJob } from '../ledger/stock.jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';

/** Lease time beyond the call's time-out: for the rate limiter, and for recording the outcome. */
const LEASE_SPARE_MS = 20_000;
/** A request that was not sent within this time is checked again: the number or the lease may have changed. */
const FRESH_MS = 5_000;
/** A job ends after this many batches, so that other jobs run. */
const MOST_BATCHES = 200;
const READ_FAILED_WAIT_MS = 10_000;
const TOKEN_REFUSED_WAIT_SECONDS = 10;
/** Longer than the time between the two questions after which a listing is gone. */
const GONE_WAIT_MS = 360_000;
/** With more waiting listings than this, a shop is written without reading first. */
const MOST_READ_FIRST = 10;
/** Wait after a second compare-and-set from a number that the shop no longer shows: what it is read to be may be old. */
const STALE_AGAIN_SECONDS = 5;
/** Retry time of a listing whose row another transaction has locked. */
const LOCKED_WAIT_MS = 200;

interface Claim {
  readonly shop: Shop;
  readonly connector: Connector;
  readonly token: string;
  readonly lines: readonly Leased[];
  readonly run: Run;
}

/** What a run has met so far. */
interface Run {
  /** Listings whose compare-and-set failed. */
  readonly stale: Set<number>;
  /** A listing could not be recorded, so each is claimed alone. */
  areAlone: boolean;
}

/**
 * Sends the due pushes of one marketplace, batch by batch: claim, read first where that is worth it, write the attempts, call,
 * record the outcomes. A push that cannot be sent now is enqueued for later.
 */
export async function pushStock(ctx: Context, { marketplaceId }: { marketplaceId: number }): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null) return;
  await takeOverExpired(ctx);
  const connector = ctx.connectors[shop.channel];
  const run: Run = { stale: new Set(), areAlone: false };
  const failures: unknown[] = [];
  let isDone = false;
  for (let batch = 0; batch < MOST_BATCHES && !isDone; batch += 1) {
    const claim = await claimBatch(ctx, shop, connector, run);
    isDone = claim === null;
    if (claim === null) continue;
    try {
      await pushClaim(ctx, claim);
    } catch (error) {
      // Its listings stay under their leases, which expire; the others are pushed.
      if (isPassingFault(error)) throw error;
      ctx.log.error({ err: error, marketplace: marketplaceId }, 'A push failed; the others go on.');
      failures.push(error);
    }
  }
  if (isDone) await enqueueLater(ctx, marketplaceId);
  else await enqueue(ctx.db, pushStockJob, { marketplaceId }, { key: pushKey(marketplaceId) });
  if (failures.length > 0) throw failures[0];
}

async function claimBatch(ctx: Context, shop: Shop, connector: Connector, run: Run): Promise<Claim | null> {
  const generation = ctx.generation.agreed() ?? (await ctx.generation.agree(ctx));
  if (generation === null) return null;
  const gate = { generation, remembered: ctx.recoveryLog.remembered() };
  const now = ctx.clock.now();
  const token = randomUUID();
  const until = after(now, ctx.settings.channelTimeoutSeconds * 1000 + LEASE_SPARE_MS);
  const batch = run.areAlone ? { ...connector.stock.batch, lines: 1 } : connector.stock.batch;
  const lines = await claimDue(ctx.db, shop.id, batch, { token, now, until }, gate);
  if (lines.length > 0) return { shop, connector, token, lines, run };
  if (!(await mayClaim(ctx.db, gate))) {
    ctx.generation.doubt();
    await ctx.generation.agree(ctx);
  }
  return null;
}

async function pushClaim(ctx: Context, claim: Claim): Promise<void> {
  const readsFirst = await isReadFirst(ctx, claim);
  const read = readsFirst ? await readFirst(ctx, claim) : null;
  if (readsFirst && read === null) return;
  const lines = readsFirst ? await leased(ctx.db, claim.token) : claim.lines;
  const gone = lines.filter(({ listingId }) => read?.missing.has(listingId));
  // What the answer merely lacks is written all the same, where no number has to be compared.
  const comparesFirst = claim.connector.facts.compareAndSet;
  const known = lines.filter(
    (line) => read === null || read.measures.has(line.listingId) || (!comparesFirst && !gone.includes(line)),
  );
  if (known.length > 0) await send(ctx, claim, known, read?.measures ?? null);
  const lacking = lines.filter((line) => !known.includes(line));
  if (lacking.length > 0) await askAboutLacking(ctx, claim, lacking);
}

/** The marketplace is asked about these listings, and they are tried again later. */
async function askAboutLacking(ctx: Context, claim: Claim, lacking: readonly Leased[]): Promise<void> {
  await releaseLeases(ctx.db, claim.token, after(ctx.clock.now(), GONE_WAIT_MS));
  const { store_id: storeId, id: marketplaceId } = claim.shop;
  const listingIds = lacking.map(({ listingId }) => listingId);
  await inTransaction(ctx.db, (tx) =>
    ctx.emit(tx, { type: 'listings.in_doubt', storeId, marketplaceId, listingIds }),
  );
}

/**
 * Whether to read before writing. The read finds an edit that the write would overwrite, but uses a call of the rate limit. With a
 * backlog the pushes go first, as an oversell is worse than a lost edit. Compare-and-set always needs the read.
 */
async function isReadFirst(ctx: Context, { shop, connector: { facts } }: Claim): Promise<boolean> {
  if (facts.settlesWithin > 0) return false;
  if (facts.compareAndSet) return true;
  return facts.readBeforeWrite && !(await hasBacklog(ctx.db, shop.id, MOST_READ_FIRST));
}

interface FirstRead {
  readonly measures: ReadonlyMap<number, number>;
  /** Listings that are not there, as the marketplace answers. */
  readonly missing: ReadonlySet<number>;
}

const nothingRead: FirstRead = { measures: new Map(), missing: new Set() };

/** The claimed listings of these keys. */
function listingsNamed({ lines }: Claim, keys: readonly ListingKey[]): number[] {
  return lines
    .filter((line) => keys.some((key) => key.itemId === line.itemId && key.variantId === line.variantId))
    .map(({ listingId }) => listingId);
}

/** Reads and reconciles the claimed listings. One that shows its number already is settled and leaves the claim. */
async function readFirst(ctx: Context, claim: Claim): Promise<FirstRead | null> {
  try {
    const { readings, missing, keptByMarketplace, interval } = await callMarketplace(
      ctx,
      claim.shop.id,
      'stock_down',
      (access) => claim.connector.stock.read(access, claim.lines),
    );
    const found = readings.flatMap(({ itemId, variantId, measure, reserved }) => {
      const line = claim.lines.find((l) => l.itemId === itemId && l.variantId === variantId);
      return line === undefined ? [] : [{ variantListingId: line.listingId, measure, reserved }];
    });
    await keepOut(ctx, listingsNamed(claim, keptByMarketplace), interval);
    await observeUnderLease(ctx, { channel: claim.shop.channel, interval, readings: found }, claim.token);
    return {
      measures: new Map(found.map((reading) => [reading.variantListingId, reading.measure])),
      missing: new Set(listingsNamed(claim, missing)),
    };
  } catch (error) {
    if (!(error instanceof ChannelError)) {
      if (isPassingFault(error) || claim.lines.length === 1) throw error;
      // Nothing was sent yet: the one that fails is found by claiming each alone.
      claim.run.areAlone = true;
      await releaseLeases(ctx.db, claim.token, ctx.clock.now());
      return null;
    }
    const { kind } = error.fault;
    // It can be reached, and its answer says nothing: an oversell is worse than a lost edit.
    const isReached = kind === 'rejected' || kind === 'unexpected';
    if (isReached && !claim.connector.facts.compareAndSet) return nothingRead;
    const wait = error.fault.kind === 'throttled' ? error.fault.afterSeconds * 1000 : READ_FAILED_WAIT_MS;
    await releaseLeases(ctx.db, claim.token, after(ctx.clock.now(), wait));
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
  const written = await writeAttempts(ctx.db, token, wanted, {
    sentAt,
    now,
    process: ctx.recoveryLog.processId,
  });
  await ctx.recoveryLog.count(Math.max(0, ...written.map(({ batches }) => batches)), now);
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
      stopIfStale(
        ctx,
        token,
        going.map(({ planned }) => planned),
        now,
      ),
  );
  const ended = going.map(({ id, line, planned }, index) => ({
    attempt: attemptOf(id, line, planned, sentAt),
    result: staleOnce(claim.run.stale, line.listingId, answer.results[index] ?? unanswered),
  }));
  await recordOutcomes(ctx, token, ended, answer.at);
}

/** A read that is old fails each compare-and-set: after the second one, the listing waits for a newer answer. */
function staleOnce(stale: Set<number>, listingId: number, result: StockResult): StockResult {
  if (result.outcome !== 'stale') return result;
  if (stale.has(listingId)) return { outcome: 'retry', afterSeconds: STALE_AGAIN_SECONDS };
  stale.add(listingId);
  return result;
}

const unanswered = unknownOutcome(message('stock.not_answered'));

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
 * Stops a request that waited long for the rate limiter, if its numbers or its lease have changed since.
 * @throws ChannelError throttled with no wait: the request was not sent
 */
async function stopIfStale(
  ctx: Context,
  token: string,
  planned: readonly AttemptLine[],
  began: Date,
): Promise<void> {
  const now = ctx.clock.now();
  if (now.getTime() - began.getTime() <= FRESH_MS) return;
  const lines = planned.map(({ variant_listing_id, quantity }) => ({ variant_listing_id, quantity }));
  if (await isStillWanted(ctx.db, token, lines, now)) return;
  throw throttled(0, message('stock.changed_meanwhile'));
}

/** Calls the marketplace. Lines that were never sent are returned as `retry`. */
async function call(
  ctx: Context,
  { shop, connector }: Claim,
  lines: readonly StockLine[],
  precondition: () => Promise<void>,
): Promise<{ results: readonly StockResult[]; at: Date }> {
  const channelNow = (): Date => after(ctx.clock.now(), shop.clock_offset_ms);
  try {
    const push = async (access: Access): Promise<{ results: readonly StockResult[]; at: Date }> => ({
      results: await connector.stock.push(access, lines),
      at: access.http.now(),
    });
    return await callMarketplace(ctx, shop.id, 'stock_down', push, precondition);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { results: lines.map(() => resultOf(error)), at: channelNow() };
  }
}

/** The outcome of each line after an error of the whole call. */
function resultOf({ fault }: ChannelError): StockResult {
  if (leavesWriteUnknown(fault)) return { outcome: 'unknown', reason: fault.reason };
  if (fault.kind === 'throttled') return { outcome: 'retry', afterSeconds: fault.afterSeconds };
  if (fault.kind === 'unauthorised') return { outcome: 'retry', afterSeconds: 60 };
  if (fault.kind === 'unavailable') return { outcome: 'retry', afterSeconds: TOKEN_REFUSED_WAIT_SECONDS };
  const code = fault.kind === 'rejected' ? fault.code : fault.kind;
  return { outcome: 'rejected', code, reason: fault.reason, mayPass: true };
}

async function enqueueLater(ctx: Context, marketplaceId: number): Promise<void> {
  const at = await nextRetry(ctx.db, marketplaceId, after(ctx.clock.now(), LOCKED_WAIT_MS));
  if (at === null) return;
  const key = `stock.push_later:${String(marketplaceId)}`;
  await enqueue(ctx.db, pushStockJob, { marketplaceId }, { runAt: at, key });
}
