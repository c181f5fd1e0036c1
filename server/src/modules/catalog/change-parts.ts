import type { changeParts as endpoint, Variant } from '@evenstock/contract/variants';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { announce } from '../../api/live.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { changeParts as changePartsOf, type Component } from '../stock/change-parts.ts';
import { requireSetsMade } from '../stores/require-sets-made.ts';
import { labelsOf } from './merges.queries.ts';
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
    const changed = await changePartsOf(tx, ctx, {
      storeId: store.id,
      setId,
      components,
      userId: actor.userId,
    });
    if (changed === null) return;
    const concerned = [...changed.components, ...components];
    const labels = await labelsOf(
      tx,
      concerned.map(({ partId }) => partId),
    );
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.change_parts',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Variant', id: setId },
      before: { made_of: named(changed.components, labels), quantity: changed.before },
      after: { made_of: named(components, labels), quantity: changed.after },
      at: ctx.clock.now(),
    });
    // Lists of what SKUs are parts of change as well.
    await announce(tx, store.id, 'variants', [setId, ...components.map(({ partId }) => partId)]);
  });
  return showVariant(ctx, store.id, String(setId), false);
}

/** What a set is made of, in words; null: it is none. */
function named(components: readonly Component[], labels: ReadonlyMap<number, string>): string | null {
  if (components.length === 0) return null;
  return components.map(({ partId, units }) => `${String(units)} × ${labels.get(partId) ?? ''}`).join(', ');
}
