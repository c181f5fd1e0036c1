import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type {
  applyTally as applyEndpoint,
  discardTally as discardEndpoint,
} from '@evenstock/contract/stock/tallies';
import { currencyOfCountry } from '@evenstock/contract/values/money';
import { announce } from '../../../api/live.ts';
import { Answer, invalid, notFound, Refusal, type Call, type StoreScope } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { showMassAction } from '../../operations/show-operation.ts';
import { startOperation } from '../../operations/start-operation.ts';
import { applyTallyOperation } from './run-tally.ts';
import { describeTally } from './show-tally.ts';
import { requireSync } from '../../stores/store/require-sync.ts';
import { closeTally, lockTally } from './tallies.queries.ts';
import { codesWaiting } from './tally-entries.queries.ts';
import { totalsOf } from './tally-lines.queries.ts';
import type { TallyRecord } from './tally.rules.ts';

type Apply = Call<typeof applyEndpoint>['body']['apply'];

/**
 * Applies a tally once, SKU by SKU in the background: a repeated or a second request gets the operation that the first one started.
 * @throws Refusal 404; 409 where it was discarded, or scanned since it was reviewed; 422 while codes wait, where nothing was scanned, or
 * the store does not sync
 */
export async function applyTally({
  ctx,
  store,
  actor,
  params,
  body,
}: Call<typeof applyEndpoint>): Promise<Answer<CallReply<typeof applyEndpoint>>> {
  const id = await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const tally = await lockTally(tx, store.id, params.tallyId);
    if (tally === null) throw notFound('tally');
    if (tally.operationId !== null) return tally.operationId;
    if (tally.state !== 'open') throw new Refusal(409, message('tallies.is_discarded'));
    const total = await requireReviewed(tx, store, tally, body.apply);
    const isZeroing = body.apply.zero_uncounted !== null;
    const started = await startOperation(tx, ctx, applyTallyOperation, {
      storeId: store.id,
      params: { tally_id: tally.id, is_zeroing: isZeroing, only: null },
      userId: actor.userId,
      exclusiveKey: `tally:${tally.key}`,
      subjectId: tally.id,
      total,
    });
    const closing = { state: 'applied', userId: actor.userId, operationId: started.id, at } as const;
    await closeTally(tx, tally.id, closing);
    await recordActivity(tx, {
      storeId: store.id,
      key: 'stock_tally.apply',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'StockTally', id: tally.id },
      extras: { kind: tally.kind, count: total, operation_id: started.id },
      at,
    });
    await announce(tx, store.id, 'stock_tallies', [tally.id]);
    return started.id;
  });
  return new Answer(202, await showMassAction(ctx, store.id, id, () => applyTallyOperation));
}

/** How many SKUs are applied. @throws Refusal 409 or 422 where the tally is not as it was reviewed, or cannot be applied yet */
async function requireReviewed(
  tx: Tx,
  { country }: StoreScope,
  tally: TallyRecord,
  { revision, zero_uncounted: zeroed }: Apply,
): Promise<number> {
  await requireSync(tx, tally.storeId, 'apply');
  if (tally.revision !== revision) throw new Refusal(409, message('tallies.scanned_meanwhile'));
  const { count } = await codesWaiting(tx, tally.id, 1);
  if (count > 0) throw invalid('apply', message('tallies.codes_wait', { count }));
  const { skus, uncounted } = await totalsOf(tx, tally, currencyOfCountry[country]);
  if (zeroed !== null && zeroed !== uncounted)
    throw new Refusal(409, message('tallies.uncounted_changed', { count: uncounted }));
  const total = skus + (zeroed ?? 0);
  if (total === 0) throw invalid('apply', message('tallies.nothing_scanned'));
  return total;
}

/**
 * Discards a tally: what was scanned is kept and changes nothing. It is idempotent.
 * @throws Refusal 404; 409 where it was applied
 */
export async function discardTally({
  ctx,
  store,
  actor,
  params,
}: Call<typeof discardEndpoint>): Promise<CallReply<typeof discardEndpoint>> {
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const tally = await lockTally(tx, store.id, params.tallyId);
    if (tally === null) throw notFound('tally');
    if (tally.state === 'applied') throw new Refusal(409, message('tallies.is_applied'));
    if (tally.state === 'discarded') return;
    await closeTally(tx, tally.id, { state: 'discarded', userId: actor.userId, operationId: null, at });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'stock_tally.discard',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'StockTally', id: tally.id },
      extras: { kind: tally.kind },
      at,
    });
    await announce(tx, store.id, 'stock_tallies', [tally.id]);
  });
  return { tally: await describeTally(ctx.db, store, params.tallyId) };
}
