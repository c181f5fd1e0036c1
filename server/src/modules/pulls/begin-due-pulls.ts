import { channelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../context.ts';
import { eachAlone, stepsAlone } from '../../platform/jobs/each-alone.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockMarketplace } from '../marketplaces/consent/lock-marketplace.ts';
import { beginPull, resumePulls } from './pulls.ts';
import { hasBegunFirst } from './first-sync.queries.ts';
import { connectedWithPulls, type PulledMarketplace } from './pulls.queries.ts';
import {
  dueReturnPulls,
  duePulls,
  pacedPeriods,
  type ImportedKind,
  type PullHistory,
} from './pulls.rules.ts';

const kinds: readonly ImportedKind[] = ['listings', 'orders'];

function historyOf(rows: PulledMarketplace['listings']): PullHistory[] {
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Begins every pull that is due by the settings and by what a channel's rate limit sustains, and queues jobs for pulls whose worker died. */
export async function beginDuePulls(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await stepsAlone(
    { log: ctx.log, task: 'pulls.begin_due_pulls' },
    {
      begin: async () =>
        eachAlone(
          { log: ctx.log, task: 'pulls.begin_due_pulls_of_marketplace' },
          await connectedWithPulls(ctx.db),
          (marketplace) => beginDue(ctx, marketplace, now),
        ),
      resume: () => resumePulls(ctx),
    },
  );
}

async function beginDue(ctx: Context, marketplace: PulledMarketplace, now: Date): Promise<void> {
  const history = { listings: historyOf(marketplace.listings), orders: historyOf(marketplace.orders) };
  const hasEnded = (kind: ImportedKind): boolean =>
    history[kind].some(
      ({ scope, isRunning, createdAt }) =>
        scope === 'first' && !isRunning && createdAt >= marketplace.verified_at,
    );
  const at = { now, verifiedAt: marketplace.verified_at, listingsEnded: hasEnded('listings') };
  const { facts, returns: hasReturns } = ctx.connectors[channelKind.parse(marketplace.channel)];
  const periods = pacedPeriods(ctx.settings, facts);
  const returns =
    hasReturns === undefined
      ? []
      : dueReturnPulls(historyOf(marketplace.returns), { now, ordersEnded: hasEnded('orders') });
  const due = [
    ...kinds.flatMap((kind) => duePulls(kind, history[kind], at, periods).map((scope) => ({ kind, scope }))),
    ...returns.map((scope) => ({ kind: 'returns' as const, scope })),
  ];
  if (due.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    // The lock serialises this with other starts, so that a first import that has just begun and ended is not repeated.
    if ((await lockMarketplace(tx, marketplace.id)) === null) return;
    for (const pull of due) {
      if (
        pull.kind !== 'returns' &&
        pull.scope === 'first' &&
        (await hasBegunFirst(tx, marketplace, pull.kind))
      )
        continue;
      await beginPull(tx, ctx, { storeId: marketplace.store_id, marketplaceId: marketplace.id, ...pull });
    }
  });
}
