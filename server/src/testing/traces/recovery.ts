import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { expect } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import type { Context } from '../../context.ts';
import { createGenerationGate } from '../../modules/recovery/agree-generation.ts';
import type { LogState } from '../../platform/logs/recovery-log.ts';
import { openNotifications } from '../open-notifications.ts';
import { createTrace, type Trace } from './trace.ts';

/** A trace whose database can be put back. */
export interface RecoveryTrace extends Trace {
  /** Takes a backup. @returns its name */
  backUp(): Promise<string>;
  /** The database becomes that of a backup under the running program, as in a fail-over. */
  failOver(backup: string): Promise<void>;
  /** Restores a backup while the program is stopped; its next process has not looked at the database yet. */
  putBack(backup: string, kept?: { readonly recoveryLog: boolean }): Promise<void>;
  /** Restores a backup while the program is stopped, and starts it again. */
  restore(backup: string, kept?: { readonly recoveryLog: boolean }): Promise<void>;
  /** Everything is read, and then polled. */
  readsAndPolls(): Promise<void>;
  /** What each shop shows. */
  shown(): readonly number[];
  /** Writes that arrived at all shops. */
  written(): number;
}

const all: readonly ChannelKind[] = ['shopee', 'lazada', 'shopify'];

async function createRecoveryTrace(
  options: Parameters<typeof createTrace>[0] & { readonly withoutLog?: boolean },
): Promise<RecoveryTrace> {
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-recovery-'));
  const { withoutLog = false, ...rest } = options;
  const trace = await createTrace({
    channels: all,
    start: 95,
    ...(withoutLog ? {} : { recoveryFolder: folder }),
    ...rest,
  });
  const { ctx } = trace;
  const channels = trace.shops.map(({ channel }) => channel);
  const putBack: RecoveryTrace['putBack'] = async (backup, { recoveryLog } = { recoveryLog: true }) => {
    await ctx.database.restore(backup);
    if (!recoveryLog) rmSync(folder, { recursive: true, force: true });
    // Longer than a process is taken for alive that was so at the backup.
    trace.clock.advance(60_000);
    await ctx.restart();
  };
  return {
    ...trace,
    backUp: () => ctx.database.backUp(),
    failOver: (backup) => ctx.database.restore(backup),
    putBack,
    async restore(backup, kept) {
      await putBack(backup, kept);
      await ctx.generation.agree(ctx);
    },
    async readsAndPolls() {
      await trace.waits(30);
      await trace.openPushes();
      await trace.waits(30);
    },
    shown: () => channels.map((channel) => trace.shows(channel)),
    written: () => channels.reduce((sum, channel) => sum + trace.writes(channel), 0),
    async close() {
      await trace.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a trace whose database can be put back. */
export function recover(
  play: (trace: RecoveryTrace) => Promise<void>,
  options: Parameters<typeof createRecoveryTrace>[0] = {},
): () => Promise<void> {
  return async () => {
    const trace = await createRecoveryTrace(options);
    try {
      await play(trace);
    } finally {
      await trace.close();
    }
  };
}

class Killed extends Error {}

/**
 * Runs work in a process that is killed before its n-th step: a statement, or a change of the recovery log's state.
 * What it has committed by then stays.
 * @returns whether the work was longer than that
 */
export async function isKilledAt(
  { ctx }: RecoveryTrace,
  step: number,
  work: (ctx: Context) => Promise<unknown>,
): Promise<boolean> {
  let left = step;
  const live = (): void => {
    left -= 1;
    if (left <= 0) throw new Killed();
  };
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      live();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { db, recoveryLog } = ctx;
  const mortal = {
    ...ctx,
    recoveryLog: {
      ...recoveryLog,
      async saveState(state: LogState) {
        live();
        await recoveryLog.saveState(state);
      },
    },
    generation: createGenerationGate(),
  };
  const hotPath = db.hotPath.withPlugin(counting);
  try {
    await work(Object.assign(mortal, { db: Object.assign(db.withPlugin(counting), { hotPath }) }));
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  }
}

/** The notifications that are open, but for that of the first sync. */
export const kindsOf = async ({ ctx, storeId }: RecoveryTrace): Promise<string[]> =>
  (await openNotifications(ctx, storeId))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'first_sync_done');

export const generationOf = async ({ ctx }: RecoveryTrace): Promise<number> =>
  (await ctx.db.selectFrom('installation').select('generation').executeTakeFirstOrThrow()).generation;

/** How many listings are held. */
export const heldOf = async ({ ctx }: RecoveryTrace): Promise<number> =>
  (await ctx.db.selectFrom('listing_stocks').select('variant_listing_id').where('held', '=', true).execute())
    .length;

/** What all shops show, then the quantity of the ledger. */
export const numbers = async (trace: RecoveryTrace): Promise<number[]> => [
  ...trace.shown(),
  await trace.quantity(),
];

/** The backup comes back: nothing is written before the shops were read and polled; later it has settled. */
export async function comesBack(
  trace: RecoveryTrace,
  backup: string,
  kept?: { readonly recoveryLog: boolean },
): Promise<void> {
  await trace.restore(backup, kept);
  const before = trace.written();
  await trace.waits(60);
  expect(trace.written()).toBe(before);
  await trace.readsAndPolls();
  await trace.waits(900);
}
