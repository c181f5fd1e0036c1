import type { CallReply } from '@evenstock/contract/api/endpoint';
import { mostEdited } from '@evenstock/contract/catalog/quantity-changes';
import type {
  massEdit as massEditEndpoint,
  showEditGrid as showEditGridEndpoint,
} from '@evenstock/contract/listings/mass-edits';
import { message } from '@evenstock/contract/messages/message';
import { Answer, invalid, type Call } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { chosenVariantIds } from '../catalog/variants/chosen-listings.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { showMassAction } from '../operations/show-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { readGrid } from './edit-grid.queries.ts';
import { gridOf } from './edit-grid.rules.ts';
import { requireSync } from '../stores/store/require-sync.ts';
import { massEditOperation } from './run-mass-edit.ts';

/**
 * Quantities and prices of chosen SKUs, to be edited.
 * @throws Refusal 422 for too many, 403 for a filter that is for platform admins alone
 */
export async function showEditGrid({
  ctx,
  store,
  actor,
  body,
}: Call<typeof showEditGridEndpoint>): Promise<CallReply<typeof showEditGridEndpoint>> {
  const ids = await chosenVariantIds(ctx, store, actor, body, mostEdited + 1);
  if (ids.length > mostEdited)
    throw invalid('variants', message('listings.too_many_edits', { limit: mostEdited }));
  const variants = await readGrid(ctx.db, store.id, ids);
  const takesPrices = (channel: keyof typeof ctx.connectors) => ctx.connectors[channel].pricing !== undefined;
  return { edit_grid: gridOf(variants, takesPrices) };
}

/**
 * Starts to change quantities and prices, a row each. It is idempotent: a repeated request joins the operation that it started.
 * @throws Refusal 422 where nothing is to be changed, or the store does not sync
 */
export async function startMassEdit(
  call: Call<typeof massEditEndpoint>,
): Promise<Answer<CallReply<typeof massEditEndpoint>>> {
  const { ctx, store, actor, body } = call;
  const { key, quantities, prices } = body.mass_edit;
  const total = quantities.length + prices.length;
  if (total === 0) throw invalid('mass_edit', message('listings.nothing_edited'));
  const { id } = await inTransaction(ctx.db, async (tx) => {
    await requireSync(tx, store.id, 'mass_edit');
    const started = await startOperation(tx, ctx, massEditOperation, {
      storeId: store.id,
      params: { key, quantities, prices },
      userId: actor.userId,
      exclusiveKey: `mass_edit:${key}`,
      total,
    });
    if (started.isJoined) return started;
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.mass_edit',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id: started.id },
      extras: { count: total },
      at: ctx.clock.now(),
    });
    return started;
  });
  return new Answer(202, await showMassAction(ctx, store.id, id, () => massEditOperation));
}
