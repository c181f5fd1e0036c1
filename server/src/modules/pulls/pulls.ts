import { randomUUID } from 'node:crypto';
import type { Cursor } from '@evenstock/connectors/kit/paging';
import { ChannelError, type ChannelFault } from '@evenstock/connectors/kit/errors';
import { channelKind } from '@evenstock/contract/channels';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { recordFirstOrderPull, recordPulled } from '../marketplaces/record-pulls.ts';
import { pullListingsJob, pullOrdersJob } from './pulls.jobs.ts';
import {
  abandonedPulls,
  claimableAt,
  endPull,
  findRunning,
  giveBack,
  insertPull,
  kindOf,
  lastCompletedBegan,
  moveOn,
  readShop,
  setFailure,
  takeLease,
  type PullProgress,
  type PullRow,
} from './pulls.queries.ts';
import {
  failureWords,
  listingsWindow,
  ordersWindow,
  waitAfter,
  type PullKind,
  type PullScope,
} from './pulls.rules.ts';
import { quarantineRecordsWithin } from './quarantine-records.ts';

/** A page and what it brings must be done within this; then another worker may take over. */
const LEASE_MS = 45_000;

export interface PullRequest {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly kind: PullKind;
  readonly scope: PullScope;
}

/** A pull that this worker holds. Instants of the window are on the channel's clock. */
export type ClaimedPull = PullRow;

function enqueuePull(
  tx: Tx | Context['db'],
  pull: { id: number; kind: PullKind },
  runAt?: Date,
): Promise<void> {
  const definition = pull.kind === 'listings' ? pullListingsJob : pullOrdersJob;
  const options = { key: `pull:${String(pull.id)}`, ...(runAt === undefined ? {} : { runAt }) };
  return enqueue(tx, definition, { pullId: pull.id }, options);
}

/**
 * Begins a pull: its row and its job. One of the same kind and scope that is running already is joined, and whoever asks
 * by hand while the first pull runs joins that one: the row's index decides, not a look.
 * @returns the pull's id
 */
export async function beginPull(tx: Tx, ctx: Context, request: PullRequest): Promise<number> {
  const { storeId, marketplaceId, kind, scope } = request;
  const now = ctx.clock.now();
  const shop = await readShop(tx, storeId, marketplaceId);
  if (scope === 'manual') {
    const first = await runningPull(tx, { ...request, scope: 'first' });
    if (first !== null) return first;
  }
  const began = new Date(now.getTime() + shop.clockOffsetMs);
  const lastBegan = await lastCompletedBegan(tx, marketplaceId, kind);
  const { facts } = ctx.connectors[channelKind.parse(shop.channel)];
  const window =
    kind === 'orders'
      ? ordersWindow(scope, began, lastBegan, facts, ctx.settings)
      : listingsWindow(scope, began, lastBegan);
  const id = await insertPull(tx, { ...request, window, beganAt: began, now });
  // The row that was in the way may have ended since: then there is nothing to join, and nothing in the way.
  if (id === null) return (await runningPull(tx, request)) ?? beginPull(tx, ctx, request);
  if (kind === 'orders') await recordFirstOrderPull(tx, marketplaceId, now);
  await enqueuePull(tx, { id, kind });
  await announce(tx, storeId, 'pulls', [marketplaceId]);
  return id;
}

function runningPull(tx: Tx, { marketplaceId, kind, scope }: PullRequest): Promise<number | null> {
  return findRunning(tx, { marketplace_id: marketplaceId, kind, scope });
}

/**
 * Takes a running pull to work on it. Null: it has ended, or another worker has it; in that case the job comes back when
 * that worker's lease has run out.
 */
export async function claimPull(ctx: Context, pullId: number): Promise<ClaimedPull | null> {
  const now = ctx.clock.now();
  const claimed = await takeLease(ctx.db, pullId, {
    token: randomUUID(),
    now,
    until: new Date(now.getTime() + LEASE_MS),
  });
  if (claimed !== null) return claimed;
  const kind = await kindOf(ctx.db, pullId);
  const at = await claimableAt(ctx.db, pullId);
  if (kind !== null && at !== null) {
    const soon = new Date(Math.max(at.getTime(), now.getTime()) + 1000);
    await enqueuePull(ctx.db, { id: pullId, kind }, soon);
  }
  return null;
}

/** Thrown where a worker goes on with a pull that is not its own any more; what it did so far stands. */
export class PullLost extends Error {
  constructor() {
    super('The pull is in other hands.');
    this.name = 'PullLost';
  }
}

export interface TakenPage {
  readonly progress: PullProgress;
  readonly unreadable: readonly { reference: string; reason: string }[];
  /** References of records that were read well: they leave the quarantine. */
  readonly read: readonly string[];
}

/**
 * Moves a pull on by a page, in the transaction of the page's records.
 * @throws PullLost when another worker has it; the transaction then leaves nothing
 */
export async function advancePull(tx: Tx, ctx: Context, pull: ClaimedPull, page: TakenPage): Promise<void> {
  const now = ctx.clock.now();
  const isOurs = await moveOn(tx, pull, page.progress, new Date(now.getTime() + LEASE_MS));
  if (!isOurs) throw new PullLost();
  const { store_id: storeId, marketplace_id: marketplaceId } = pull;
  const kind = pull.kind === 'listings' ? 'listing' : 'order';
  await quarantineRecordsWithin(tx, { storeId, marketplaceId }, kind, { ...page, at: now });
  await announce(tx, storeId, 'pulls', [marketplaceId]);
}

/**
 * Ends a pull well, and tells who waits for it.
 * @throws PullLost
 */
export async function finishPull(tx: Tx, ctx: Context, pull: ClaimedPull): Promise<void> {
  const now = ctx.clock.now();
  const done = await endPull(tx, pull, now);
  if (done === null) throw new PullLost();
  const { store_id: storeId, marketplace_id: marketplaceId } = pull;
  if (done > 0 || pull.scope !== 'poll') {
    await recordPulled(tx, marketplaceId, pull.kind, now);
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
  }
  await announce(tx, storeId, 'pulls', [marketplaceId]);
  await (pull.kind === 'listings'
    ? ctx.emit(tx, { type: 'listings.pulled', storeId, marketplaceId, pullId: pull.id })
    : ctx.emit(tx, { type: 'orders.polled', storeId, marketplaceId, beganAt: pull.began_at.toISOString() }));
}

/**
 * Lets a pull rest after a failure and come back, or end it, with words for the seller.
 * @throws whatever is not a fault of the marketplace, after giving the pull back
 */
export async function failPull(ctx: Context, pull: ClaimedPull, error: unknown): Promise<void> {
  if (error instanceof PullLost) return;
  const fault: ChannelFault | null = error instanceof ChannelError ? error.fault : null;
  const now = ctx.clock.now();
  const failures = pull.failures + 1;
  const wait = fault === null ? 0 : waitAfter(fault, pull.scope, failures);
  const words =
    fault === null
      ? 'Something went wrong on our side. We try again by itself shortly.'
      : failureWords(fault, { kind: pull.kind, marketplace: pull.marketplace_name }, wait !== null);
  await inTransaction(ctx.db, async (tx) => {
    const then = wait === null ? { failedAt: now } : { resumeAt: new Date(now.getTime() + wait) };
    if (!(await setFailure(tx, pull, { failures, error: words }, then))) return;
    if (wait !== null && fault !== null) await enqueuePull(tx, pull, new Date(now.getTime() + wait));
    await announce(tx, pull.store_id, 'pulls', [pull.marketplace_id]);
  });
  if (fault === null) throw error;
}

/**
 * Gives a pull back with its job at the end of the queue, so that a long one does not keep others waiting; or for so many
 * seconds, while the marketplace puts together what it was asked for.
 * @throws PullLost
 */
export async function restPull(ctx: Context, pull: ClaimedPull, seconds = 0): Promise<void> {
  const resumeAt = seconds === 0 ? null : new Date(ctx.clock.now().getTime() + seconds * 1000);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await giveBack(tx, pull, resumeAt))) throw new PullLost();
    await enqueuePull(tx, pull, resumeAt ?? undefined);
  });
}

/** Gives running pulls whose worker died a job again. */
export async function resumePulls(ctx: Context): Promise<void> {
  for (const pull of await abandonedPulls(ctx.db, ctx.clock.now())) await enqueuePull(ctx.db, pull);
}

/**
 * Where a pull stands, as its module keeps it.
 * @param schema what the module writes as cursor
 */
export function cursorOf<T>(pull: ClaimedPull, schema: z.ZodType<T>): T | null {
  return pull.cursor === null ? null : schema.parse(pull.cursor);
}

/** A connector's cursor inside a module's own. */
export const connectorCursor: z.ZodType<Cursor> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
