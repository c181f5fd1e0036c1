import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { startTally as endpoint } from '@evenstock/contract/stock/tallies';
import { message } from '@evenstock/contract/messages/message';
import { announce } from '../../../api/live.ts';
import { invalid, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { describeTally } from './show-tally.ts';
import { insertChosen, insertTally, namesOfSets, tallyOfKey } from './tallies.queries.ts';

/**
 * Starts a stock count or a receipt. It is idempotent: a repeated press finds the one that it started.
 * @throws Refusal 422 for sets among the chosen SKUs, and for a receipt with chosen SKUs
 */
export async function startTally({
  ctx,
  store,
  actor,
  body,
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { kind, key, reference = null, note = null, variant_ids: chosen } = body.tally;
  if (kind === 'receipt' && chosen.length > 0)
    throw invalid('variant_ids', message('tallies.no_skus_in_receipt'));
  const tallyId = await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const sets = await namesOfSets(tx, store.id, chosen);
    if (sets.length > 0)
      throw invalid('variant_ids', message('tallies.sets_chosen', { names: sets.join(', ') }));
    const tally = { storeId: store.id, userId: actor.userId, kind, key, reference, note };
    const id = await insertTally(tx, tally, at);
    if (id === null) return tallyOfKey(tx, store.id, key);
    await insertChosen(tx, { storeId: store.id, tallyId: id }, chosen);
    await recordActivity(tx, {
      storeId: store.id,
      key: 'stock_tally.create',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'StockTally', id },
      extras: { kind, ...(chosen.length === 0 ? {} : { count: chosen.length }) },
      at,
    });
    await announce(tx, store.id, 'stock_tallies', [id]);
    return id;
  });
  return { tally: await describeTally(ctx.db, store, tallyId) };
}
