import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { beginPull, resumePulls } from './pulls.ts';
import { connectedWithPulls, type PulledMarketplace } from './pulls.queries.ts';
import { duePulls, type PullHistory, type PullKind } from './pulls.rules.ts';

const kinds: readonly PullKind[] = ['listings', 'orders'];

function historyOf(rows: PulledMarketplace['listings']): PullHistory[] {
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Begins every pull whose time has come by the settings, and takes up those whose worker died. */
export async function beginDuePulls(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const marketplace of await connectedWithPulls(ctx.db)) {
    const history = { listings: historyOf(marketplace.listings), orders: historyOf(marketplace.orders) };
    const listingsEnded = history.listings.some(
      ({ scope, isRunning, createdAt }) =>
        scope === 'first' && !isRunning && createdAt >= marketplace.verified_at,
    );
    const at = { now, verifiedAt: marketplace.verified_at, listingsEnded };
    const due = kinds.flatMap((kind) =>
      duePulls(kind, history[kind], at, ctx.settings).map((scope) => ({ kind, scope })),
    );
    if (due.length === 0) continue;
    await inTransaction(ctx.db, async (tx) => {
      for (const pull of due) {
        await beginPull(tx, ctx, { storeId: marketplace.store_id, marketplaceId: marketplace.id, ...pull });
      }
    });
  }
  await resumePulls(ctx);
}
