import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelKind } from '@evenstock/contract/channels';
import { createTrace, type Trace } from './trace.ts';

/** A trace whose database can be put back. */
export interface RecoveryTrace extends Trace {
  /** Takes a backup. @returns its name */
  backUp(): Promise<string>;
  /** The database becomes that of a backup under the running program, as in a fail-over. */
  failOver(backup: string): Promise<void>;
  /** Puts a backup back while the program stands still, and starts it again. */
  restore(backup: string, kept?: { readonly recoveryLog: boolean }): Promise<void>;
  /** Everything is read, and then polled. */
  readsAndPolls(): Promise<void>;
  /** What each shop shows. */
  shelves(): number[];
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
  return {
    ...trace,
    backUp: () => ctx.database.backUp(),
    failOver: (backup) => ctx.database.restore(backup),
    async restore(backup, { recoveryLog } = { recoveryLog: true }) {
      await ctx.database.restore(backup);
      if (!recoveryLog) rmSync(folder, { recursive: true, force: true });
      // Longer than a process is taken for alive that was so at the backup.
      trace.clock.advance(60_000);
      await ctx.restart();
      await ctx.generation.agree(ctx);
    },
    async readsAndPolls() {
      await trace.waits(30);
      await trace.openPushes();
      await trace.waits(30);
    },
    shelves: () => channels.map((channel) => trace.shows(channel)),
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
