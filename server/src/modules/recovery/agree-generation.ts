import type { Context } from '../../context.ts';
import type { Evidence } from '../../platform/logs/recovery-log.ts';
import { after } from '../../platform/time/time-spans.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { askRegrouped } from '../stock/replay/ask-counts.ts';
import { highestLoggedId } from '../stock/replay/highest-logged-id.ts';
import { replayMovements } from '../stock/replay/replay-movements.ts';
import {
  beat,
  compareWith,
  lockInstallation,
  markReplayed,
  newestRecovery,
  recordIdentity,
  type Standing,
} from './installation.queries.ts';
import { notice, type Notice } from './notice.rules.ts';
import { completeLog } from './complete-log.ts';
import { processPlace } from './process-place.ts';
import { recoverWithin } from './recover-database.ts';

/** Processes send a heartbeat each 10 s: one that was silent for this time, in milliseconds, is dead. */
const ALIVE_MS = 30_000;

/** Whether this process may claim work of the database: it has seen that the database lacks nothing that it had. */
interface GenerationGate {
  /** The generation of the last agreement; null where there was none, or it is in doubt since a new connection was opened. */
  agreed(): number | null;
  /** A new connection may lead to another database: the next claim asks again. */
  doubt(): void;
  /** As `agree`, also where nothing is in doubt: what another process recorded is noticed. */
  look(ctx: Context): Promise<number | null>;
  /** Asks the database, and recovers one that went back in time. @returns the generation; null where it cannot be agreed on now */
  agree(ctx: Context): Promise<number | null>;
}

declare module '../../context.ts' {
  interface Context {
    /** Which generation of the database this process works on. */
    readonly generation: GenerationGate;
  }
}

/** The gate of one process. Concurrent callers share one comparison with the database. */
export function createGenerationGate(): GenerationGate {
  let doubts = 1;
  /** Whether this process has not compared any database yet. */
  let isNew = true;
  let settled: { readonly generation: number; readonly doubt: number } | null = null;
  let running: { readonly doubt: number; readonly result: Promise<number | null> } | null = null;
  const gate: GenerationGate = {
    agreed: () => (settled?.doubt === doubts ? settled.generation : null),
    doubt() {
      doubts += 1;
    },
    async agree(ctx) {
      if (settled?.doubt === doubts) return settled.generation;
      // A comparison that began before the last doubt does not settle it.
      if (running?.doubt !== doubts) {
        const doubt = doubts;
        const look = agreeWith(ctx, isNew).then((generation) => {
          if (generation !== null) {
            settled = { generation, doubt };
            isNew = false;
          }
          return generation;
        });
        const result = look.finally(() => {
          if (running?.result === result) running = null;
        });
        running = { doubt, result };
      }
      return running.result;
    },
    look(ctx) {
      gate.doubt();
      return gate.agree(ctx);
    },
  };
  return gate;
}

/**
 * @param isNew whether to complete the records that killed processes left unfinished
 * @returns the generation of the database, after its recovery if it was restored
 */
async function agreeWith(ctx: Context, isNew: boolean): Promise<number | null> {
  const evidence = await ctx.recoveryLog.evidence();
  const standing = await compare(ctx, evidence);
  const noticed = noticeOf(ctx, standing, evidence);
  const isBehind = noticed.verdict === 'recover';
  const generation = isBehind ? await recover(ctx, evidence) : await keep(ctx, noticed, standing, evidence);
  await replay(ctx, generation);
  if (isNew && !isBehind) await completeLog(ctx, standing.newestMovement);
  await beat(ctx.db, ctx.recoveryLog.processId, { ...processPlace, role: null }, ctx.clock.now());
  return generation;
}

const compare = (
  ctx: Context,
  evidence: Evidence,
  db: Parameters<typeof compareWith>[0] = ctx.db,
): Promise<Standing> =>
  compareWith(db, evidence.committed, ctx.recoveryLog.processId, after(ctx.clock.now(), -ALIVE_MS));

function noticeOf(ctx: Context, standing: Standing, evidence: Evidence): Notice {
  return notice({
    ...standing,
    logGeneration: evidence.state?.generation ?? null,
    keepsLog: ctx.recoveryLog.isKept,
    isRemembered: evidence.committed.some(({ count, last }) => count > 0 || last !== null),
  });
}

/** Nothing is missing: the new identity of the database is recorded on both sides. */
async function keep(
  ctx: Context,
  { verdict }: Notice,
  { generation, current, newestMovement }: Standing,
  { state }: Evidence,
): Promise<number> {
  if (verdict === 'begin') await ctx.recoveryLog.clear();
  if (verdict === 'begin' || state === null)
    await ctx.recoveryLog.saveState({ generation, completeSince: newestMovement });
  // The process that recovered the database was killed before it saved the generation.
  else if (state.generation < generation) await ctx.recoveryLog.saveState({ ...state, generation });
  if (verdict === 'agrees') return generation;
  await recordIdentity(ctx.db, current, ctx.recoveryLog.isKept);
  return generation;
}

/** If several processes notice at once, one recovers; the others find that nothing is missing any more. */
async function recover(ctx: Context, evidence: Evidence): Promise<number> {
  const { contents, isWhole } = await ctx.recoveryLog.entries();
  const ended = await inTransaction(ctx.db, async (tx) => {
    await lockInstallation(tx);
    const standing = await compare(ctx, evidence, tx);
    const noticed = noticeOf(ctx, standing, evidence);
    if (noticed.verdict !== 'recover') return { generation: standing.generation, began: null };
    const highestId = highestLoggedId(contents);
    const generation = await recoverWithin(tx, ctx, {
      reason: noticed.reason,
      standing,
      evidence,
      highestId,
      isLogWhole: isWhole,
    });
    return { generation, began: { reason: noticed.reason, newestMovement: standing.newestMovement } };
  });
  if (ended.began === null) return ended.generation;
  ctx.log.error(
    { reason: ended.began.reason, generation: ended.generation },
    'the database went back in time: nothing is written to a shop until it was read and its orders were polled',
  );
  const { newestMovement } = ended.began;
  await ctx.recoveryLog.saveState({
    generation: ended.generation,
    completeSince: evidence.state?.completeSince ?? newestMovement,
  });
  return ended.generation;
}

/** Records again the entries that the ledger lacks. A killed process leaves the rest to the next one. */
async function replay(ctx: Context, generation: number): Promise<void> {
  const recovery = await newestRecovery(ctx.db);
  if (recovery === null || recovery.generation !== generation || recovery.isReplayed) return;
  if (recovery.hasLog && ctx.recoveryLog.isKept) {
    const { contents } = await ctx.recoveryLog.entries();
    const { movements, regrouped, unreadable } = await replayMovements(ctx, contents);
    await askRegrouped(ctx, generation, regrouped);
    ctx.log.warn({ movements, regrouped: regrouped.length, unreadable }, 'the recovery log was replayed');
  }
  await markReplayed(ctx.db, generation, ctx.clock.now());
}
