import type { CallReply } from '@evenstock/contract/api/endpoint';
import type {
  answerRecoveryCount as answerEndpoint,
  listRecoveryCounts as listEndpoint,
} from '@evenstock/contract/stock/stock';
import { message } from '@evenstock/contract/messages/message';
import { channelKind, channels } from '@evenstock/contract/channels/channels';
import { identityOf } from '../../../api/identity.ts';
import { pageOf } from '../../../api/page-request.ts';
import { invalid, notFound, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { followCounts } from './ask-counts.ts';
import { countsOf, recoveringOf, takeCount } from '../ledger/recovery-counts.queries.ts';
import { findVariantId } from '../ledger/stock.queries.ts';
import { requireOwnQuantity } from '../changes/require-own-quantity.ts';
import { takeQuantity } from '../changes/take-quantity.ts';
import { loadStock, lockVariants } from '../ledger/variant-stock.queries.ts';

/** SKUs that are to be counted after the database was put back. */
export async function listCounts({
  ctx,
  store,
  query,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const { rows, totalCount } = await countsOf(ctx.db, store.id, page);
  return {
    recovery_counts: rows.map((row) => ({
      variant: {
        id: row.variantId,
        slug: row.variantSlug,
        sku: row.sku,
        full_product_name: row.fullProductName,
      },
      product: { slug: row.productSlug },
      quantity: row.quantity,
      is_held: row.holds,
      asked_at: row.askedAt.toISOString(),
      shops: row.shops.map(({ marketplace_id, slug, name, channel: text, shows, sold }) => {
        const channel = channelKind.parse(text);
        return {
          marketplace: { id: marketplace_id, slug, name, type: channels[channel].marketplaceType, channel },
          shows,
          sold,
        };
      }),
    })),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/**
 * Takes what a member counted as the quantity of a SKU, and lets its shops be written again.
 * @throws Refusal 404, or 422 for a SKU that is not to be counted (any more)
 */
export async function answerCount({
  ctx,
  actor,
  store,
  params,
  body,
}: Call<typeof answerEndpoint>): Promise<CallReply<typeof answerEndpoint>> {
  const variantId = await findVariantId(ctx.db, store.id, identityOf(params.variantId, 'variant'));
  if (variantId === null) throw notFound('variant');
  const { quantity } = body;
  await inTransaction(ctx.db, async (tx) => {
    const locked = await lockVariants(tx, [variantId]);
    const generation = await takeCount(tx, variantId);
    const stocks = await loadStock(tx, locked);
    const variant = stocks.get(variantId);
    if (generation === null || variant === undefined) {
      throw invalid('quantity', message('recovery.counted_meanwhile'));
    }
    requireOwnQuantity(variant, 'quantity');
    const at = ctx.clock.now();
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.count',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Variant', id: variantId },
      before: { quantity: variant.quantity },
      after: { quantity },
      at,
    });
    await followCounts(tx, store.id, at);
    const listingIds = await recoveringOf(tx, variantId);
    await takeQuantity(tx, ctx, stocks, variant, { quantity, generation, userId: actor.userId, listingIds });
  });
  return { quantity };
}
