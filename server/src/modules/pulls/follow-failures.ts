import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockMarketplace } from '../marketplaces/consent/lock-marketplace.ts';
import { notifyOfMarketplace } from '../marketplaces/notify-of-marketplace.ts';
import { pullsFailing } from './pull-notifications.rules.ts';
import { newestEnded } from './pulls.queries.ts';
import { FAILURES_TO_TELL } from './pulls.rules.ts';

/**
 * Notifies a store's members while the pulls of a marketplace keep failing, whatever the reason: a first import that failed, or
 * several pulls of a kind one after another. The next one that is done resolves it.
 */
export async function followFailures(ctx: Context, marketplaceId: number): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return;
    for (const kind of ['orders', 'listings', 'returns'] as const) {
      const ended = await newestEnded(tx, marketplaceId, kind, FAILURES_TO_TELL);
      const [newest] = ended;
      if (newest?.state !== 'failed') continue;
      const isFailing = ended.length === FAILURES_TO_TELL && ended.every(({ state }) => state === 'failed');
      if (!isFailing && newest.scope !== 'first') continue;
      await notifyOfMarketplace(tx, marketplace, pullsFailing(marketplace, kind, newest.error ?? []), at);
    }
  });
}
