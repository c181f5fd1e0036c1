import type { changeParts as endpoint, Variant } from '@evenstock/contract/variants';
import type { SetPart } from '@evenstock/contract/sets';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { announce } from '../../api/live.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { changeParts as changePartsOf } from '../stock/change-parts.ts';
import { requireSetsMade } from '../stores/require-sets-made.ts';
import { partsOfSet } from './sets.queries.ts';
import { showVariant } from './show-variant.ts';
import { findVariant } from './variant-page.queries.ts';

type Parts = z.output<(typeof endpoint)['body']>['parts'];

/**
 * Makes a SKU a set of others, changes what it is made of, or ends the set, in one transaction.
 * @throws Refusal 404; 422 while the store makes no sets, where these SKUs cannot make up this one, or it is to be counted
 */
export async function changeParts(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  variantId: string,
  parts: Parts,
): Promise<Variant> {
  const variant = await findVariant(ctx.db, store.id, identityOf(variantId, 'variant'));
  if (variant === null) throw notFound('variant');
  const { id: setId } = variant;
  await inTransaction(ctx.db, async (tx) => {
    await requireSetsMade(tx, store.id);
    const components = parts.map(({ variant_id: partId, units }) => ({ partId, units }));
    const before = await partsOfSet(tx, setId);
    const changed = await changePartsOf(tx, ctx, {
      storeId: store.id,
      setId,
      components,
      userId: actor.userId,
    });
    if (changed === null) return;
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.change_parts',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Variant', id: setId },
      before: { made_of: named(before), quantity: changed.before },
      after: { made_of: named(await partsOfSet(tx, setId)), quantity: changed.after },
      at: ctx.clock.now(),
    });
    // Lists of what SKUs are parts of change as well.
    await announce(tx, store.id, 'variants', [setId, ...components.map(({ partId }) => partId)]);
  });
  return showVariant(ctx, store.id, String(setId), false);
}

/** What a set is made of, in words; null: it is none. */
function named(parts: readonly SetPart[]): string | null {
  if (parts.length === 0) return null;
  return parts.map(({ variant, units }) => `${String(units)} × ${labelOf(variant)}`).join(', ');
}

const labelOf = ({ sku, full_product_name: name }: SetPart['variant']): string =>
  sku === null || sku === '' ? name : sku;
