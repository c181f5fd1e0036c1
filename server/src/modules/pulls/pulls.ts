import { randomUUID } from 'node:crypto';
import type { Cursor, Unreadable } from '@evenstock/connectors/kit/paging';
import { ChannelError, type ChannelFault } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../api/live.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordFirstOrderPull, recordPulled } from '../marketplaces/sync/record-pulls.ts';
import { startOperation } from '../operations/start-operation.ts';
import { firstImports } from './first-imports.ts';
import { followFailuresJob, runPullJob } from './pulls.jobs.ts';
import {
  abandonedPulls,
  claimableAt,
  endPull,
  findRunning,
  releaseLease,
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
  failureMessages,
  listingsWindow,
  ordersWindow,
  turnOf,
  waitAfter,
  type PullKind,
  type PullScope,
} from './pulls.rules.ts';
import { quarantineRecordsWithin } from './quarantine-records.ts';

/** The lease: a page must be committed within it, or another worker may take over. */
export const LEASE_MS = 45_000;

export interface PullRequest {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly kind: PullKind;
  readonly scope: PullScope;
}

/** A pull under this worker's lease. Instants of its window are on the channel's clock. */
export type ClaimedPull = PullRow;

/** What one record of a kind is called in the quarantine. */
const recordKinds = { listings: 'listing', orders: 'order', returns: 'return' } as const;

function enqueuePull(
  tx: Tx | Context['db'],
  { id, kind }: { readonly id: number; readonly kind: PullKind },
  runAt?: Date,
): Promise<void> {
  const options = { key: `pull:${String(id)}`, ...(runAt === undefined ? {} : { runAt }) };
  return enqueue(tx, runPullJob, { pullId: id, kind }, options);
}

/**
 * Begins a pull: inserts its row and queues its job, or starts the operation of a first import. A running pull of the same kind
 * and scope is joined, and a manual request joins a running first pull. The unique index decides.
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
    kind === 'listings'
      ? listingsWindow(scope, began, lastBegan)
      : ordersWindow(scope, began, lastBegan, facts, ctx.settings);
  const id = await insertPull(tx, { ...request, window, beganAt: began, now });
  // The conflicting pull may have ended since; then the insert succeeds.
  if (id === null) return (await runningPull(tx, request)) ?? beginPull(tx, ctx, request);
  if (kind === 'orders') await recordFirstOrderPull(tx, marketplaceId, now);
  if (scope === 'first' && kind !== 'returns') {
    await startOperation(tx, ctx, firstImports[kind], {
      storeId,
      params: { pull: id },
      userId: shop.verifiedBy,
      // The running pull has the same kind.
      exclusiveKey: null,
      subjectId: marketplaceId,
    });
  } else {
    await enqueuePull(tx, { id, kind });
  }
  await announce(tx, storeId, 'pulls', [marketplaceId]);
  return id;
}

/** Notifies members where a pull failed for good and more of its kind did before. */
export async function followFailuresSoon(tx: Tx, marketplaceId: number): Promise<void> {
  const key = `follow-failures:${String(marketplaceId)}`;
  await enqueue(tx, followFailuresJob, { marketplaceId }, { key });
}

function runningPull(tx: Tx, { marketplaceId, kind, scope }: PullRequest): Promise<number | null> {
  return findRunning(tx, { marketplace_id: marketplaceId, kind, scope });
}

/**
 * Takes the lease of a running pull. Null: the pull has ended, or another worker has the lease; then the job is rescheduled to
 * the end of that lease.
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

/** Thrown to a worker that has lost the lease of its pull; the pages that it committed stay. */
export class PullLost extends Error {
  constructor() {
    super('Another worker has the lease of this pull.');
    this.name = 'PullLost';
  }
}

export interface TakenPage {
  readonly progress: PullProgress;
  readonly unreadable: readonly Unreadable[];
  /** The references of records that were read and so leave the quarantine. */
  readonly read: readonly string[];
  readonly isLast: boolean;
}

/**
 * Moves the cursor past a page, in the transaction of the page's records. After the last page it ends the pull and emits its
 * event.
 * @throws PullLost where another worker has the lease; the transaction is rolled back
 */
export async function advancePull(tx: Tx, ctx: Context, pull: ClaimedPull, page: TakenPage): Promise<void> {
  const now = ctx.clock.now();
  const isOurs = await moveOn(tx, pull, page.progress, new Date(now.getTime() + LEASE_MS));
  if (!isOurs) throw new PullLost();
  const { store_id: storeId, marketplace_id: marketplaceId } = pull;
  await quarantineRecordsWithin(tx, { storeId, marketplaceId }, recordKinds[pull.kind], { ...page, at: now });
  await announce(tx, storeId, 'pulls', [marketplaceId]);
  if (page.isLast) await finishPull(tx, ctx, pull);
}

async function finishPull(tx: Tx, ctx: Context, pull: ClaimedPull): Promise<void> {
  const now = ctx.clock.now();
  const done = await endPull(tx, pull, now);
  if (done === null) throw new PullLost();
  const { store_id: storeId, marketplace_id: marketplaceId } = pull;
  const kinds = [`${pull.kind}_failing`] as const;
  await resolveNotifications(tx, { storeId, kinds, subjectId: marketplaceId, at: now });
  if (pull.kind !== 'returns' && (done > 0 || pull.scope !== 'poll')) {
    await recordPulled(tx, marketplaceId, pull.kind, now);
    await announce(tx, storeId, 'marketplaces', [marketplaceId]);
  }
  await announce(tx, storeId, 'pulls', [marketplaceId]);
  if (pull.kind === 'listings')
    await ctx.emit(tx, { type: 'listings.pulled', storeId, marketplaceId, pullId: pull.id });
  if (pull.kind === 'orders') {
    const beganAt = pull.began_at.toISOString();
    await ctx.emit(tx, { type: 'orders.polled', storeId, marketplaceId, beganAt });
  }
}

/**
 * Schedules the retry of a failed pull, or ends it, with a message for the seller. One that waits for its turn only rests.
 * @throws any error but a ChannelError, after releasing the lease
 */
export async function failPull(ctx: Context, pull: ClaimedPull, error: unknown): Promise<void> {
  if (error instanceof PullLost) return;
  const fault: ChannelFault | null = error instanceof ChannelError ? error.fault : null;
  const now = ctx.clock.now();
  const turn = turnOf(fault, pull.created_at, now);
  if (turn !== null) {
    await restPull(ctx, pull, turn).catch((lost: unknown) => {
      if (!(lost instanceof PullLost)) throw lost;
    });
    return;
  }
  const failures = pull.failures + 1;
  const wait = fault === null ? 0 : waitAfter(fault, pull.scope, failures);
  const messages =
    fault === null
      ? [message('pulls.internal')]
      : failureMessages(
          fault,
          { kind: pull.kind, marketplace: pull.marketplace_name, channel: pull.channel },
          wait !== null,
        );
  await inTransaction(ctx.db, async (tx) => {
    const then = wait === null ? { failedAt: now } : { resumeAt: new Date(now.getTime() + wait) };
    if (!(await setFailure(tx, pull, { failures, messages }, then))) return;
    if (wait !== null && fault !== null) await enqueuePull(tx, pull, new Date(now.getTime() + wait));
    if (wait === null) await followFailuresSoon(tx, pull.marketplace_id);
    await announce(tx, pull.store_id, 'pulls', [pull.marketplace_id]);
  });
  if (fault === null) throw error;
}

/**
 * Releases the lease and queues the job again: at the end of the queue, so that a long pull does not block others, or after some
 * seconds, while the marketplace prepares a report.
 * @throws PullLost
 */
export async function restPull(ctx: Context, pull: ClaimedPull, seconds = 0): Promise<void> {
  const resumeAt = seconds === 0 ? null : new Date(ctx.clock.now().getTime() + seconds * 1000);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await releaseLease(tx, pull, resumeAt))) throw new PullLost();
    await enqueuePull(tx, pull, resumeAt ?? undefined);
  });
}

/** Queues a job for each running pull whose worker died. */
export async function resumePulls(ctx: Context): Promise<void> {
  for (const pull of await abandonedPulls(ctx.db, ctx.clock.now())) await enqueuePull(ctx.db, pull);
}

/**
 * Parses the cursor of a pull.
 * @param schema the cursor's schema in the module that pulls
 */
export function cursorOf<T>(pull: ClaimedPull, schema: z.ZodType<T>): T | null {
  return pull.cursor === null ? null : schema.parse(pull.cursor);
}

/** A connector's cursor inside a module's own. */
export const connectorCursor: z.ZodType<Cursor> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
