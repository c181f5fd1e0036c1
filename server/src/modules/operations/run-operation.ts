import { randomUUID } from 'node:crypto';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { message, type Message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { actingWith } from '../../platform/secrets/acting-token.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { FilesUnreachable } from '../../platform/files/sealed-files.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type {
  Commit,
  OperationDefinition,
  OperationDefinitions,
  OperationEnd,
} from './operation-definition.ts';
import { operationKey, runOperationJob } from './operations.jobs.ts';
import {
  claimableAt,
  claimOperation,
  endOperation,
  extendLease,
  releaseLease,
  moveOn,
  type HeldOperation,
} from './operations.queries.ts';
import { survivesFault, waitAfterFault } from './operations.rules.ts';
import { announceProgress } from './start-operation.ts';

/** The lease: one step must end within it, or another worker may take over. */
const LEASE_MS = 60_000;
/** The time after which a long operation goes to the end of the queue, so that it does not block others. */
const TIME_SLICE_MS = 20_000;

const internal = message('operations.internal');
const filesAway = message('operations.files_away');
/** The job queue retries what is no fault of a channel, with its own backoff. */
const retriedByQueue: ReadonlySet<string> = new Set([internal.code, filesAway.code]);

/** Thrown to a worker that has lost the lease of its operation; the rows that it committed stay. */
class OperationLost extends Error {}

interface Run {
  readonly ctx: Context;
  readonly definition: OperationDefinition;
  readonly operation: HeldOperation;
  readonly token: string;
}

/**
 * Runs an operation step by step under a lease, until it ends, must wait, or has used its time. A worker that takes over from a
 * killed one continues at the cursor, which moved in the transaction of the rows before it.
 * @throws the error of a step, unless it is a ChannelError, after releasing the lease
 */
export async function runOperation(
  ctx: Context,
  definitions: OperationDefinitions,
  operationId: number,
): Promise<void> {
  const token = randomUUID();
  const operation = await claimOperation(ctx.db, operationId, newLease(ctx, token));
  if (operation === null) {
    await comeBack(ctx, operationId);
    return;
  }
  const run = { ctx, definition: definitions[operation.kind], operation, token };
  try {
    await actingWith(operation.accessTokenId, () => takeSteps(run));
  } catch (error) {
    if (error instanceof OperationLost) return;
    await recordFailure(run, error);
    if (!(error instanceof ChannelError)) throw error;
  }
}

function newLease(ctx: Context, token: string): { token: string; now: Date; until: Date } {
  const now = ctx.clock.now();
  return { token, now, until: new Date(now.getTime() + LEASE_MS) };
}

/** Reschedules the job where another worker has the lease, or the operation is not due. */
async function comeBack(ctx: Context, operationId: number): Promise<void> {
  const at = await claimableAt(ctx.db, operationId);
  if (at === null) return;
  const runAt = new Date(Math.max(at.getTime(), ctx.clock.now().getTime()) + 1_000);
  await enqueue(ctx.db, runOperationJob, { operationId }, { key: operationKey(operationId), runAt });
}

async function takeSteps(run: Run): Promise<void> {
  const { ctx, definition, token } = run;
  const sliceEnds = ctx.clock.now().getTime() + TIME_SLICE_MS;
  let held: HeldOperation | null = run.operation;
  while (held !== null) {
    if (held.isCancelled) return end(run, 'cancelled', null);
    const { params, cursor, ...operation } = held;
    const outcome = await definition.step(ctx, operation, { params, cursor }, committing(run));
    if (outcome === 'done') return end(run, 'done', null);
    if (outcome !== 'more') return rest(run, outcome.rest, outcome.because ?? null);
    if (ctx.clock.now().getTime() >= sliceEnds) return rest(run, 0, null);
    held = await extendLease(ctx.db, operation.id, newLease(ctx, token));
  }
  throw new OperationLost();
}

function committing({ ctx, definition, operation, token }: Run): Commit<unknown> {
  return (work) =>
    inTransaction(
      ctx.db,
      async (tx) => {
        const progress = await work(tx);
        const moved = await moveOn(tx, operation.id, newLease(ctx, token), progress);
        if (moved === null) throw new OperationLost();
        await announceProgress(tx, definition, operation);
        return !moved.isCancelled;
      },
      { hotPath: definition.hotPath },
    );
}

async function end(run: Run, how: OperationEnd, error: Message | null): Promise<void> {
  const { ctx, definition, operation, token } = run;
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const ended = await endOperation(tx, operation.id, token, { end: how, error, at });
    if (ended === null) return;
    await definition.finish(tx, ctx, ended, how, operation.params);
    await announceProgress(tx, definition, operation);
  });
}

/** Releases the lease and queues the job again, at the end of the queue or after some seconds. */
async function rest(run: Run, seconds: number, because: MessageOnWire | null): Promise<void> {
  const { ctx } = run;
  await release(run, seconds === 0 ? null : new Date(ctx.clock.now().getTime() + seconds * 1_000), because);
}

/** Releases the lease and queues the job again; does nothing where the lease was lost. */
async function release(run: Run, resumeAt: Date | null, error: MessageOnWire | null): Promise<void> {
  const { ctx, definition, operation, token } = run;
  await inTransaction(ctx.db, async (tx) => {
    if (!(await releaseLease(tx, operation.id, token, { resumeAt, error }))) return;
    const options = {
      key: operationKey(operation.id),
      ...(resumeAt === null ? {} : { runAt: resumeAt }),
    };
    if (error === null || !retriedByQueue.has(error.code)) {
      await enqueue(tx, runOperationJob, { operationId: operation.id }, options);
    }
    await announceProgress(tx, definition, operation);
  });
}

async function recordFailure(run: Run, thrown: unknown): Promise<void> {
  const { ctx, operation, token } = run;
  // Rows recorded by this run have reset the count of failures.
  const held = await extendLease(ctx.db, operation.id, newLease(ctx, token));
  if (held === null) return;
  const failures = held.failures + 1;
  if (!(thrown instanceof ChannelError)) {
    const error = thrown instanceof FilesUnreachable ? filesAway : internal;
    await (survivesFault(failures) ? release(run, null, error) : end(run, 'failed', error));
    return;
  }
  const error = thrown.fault.reason;
  const wait = waitAfterFault(thrown.fault, failures);
  if (wait === null) await end(run, 'failed', error);
  else await release(run, new Date(ctx.clock.now().getTime() + wait), error);
}
