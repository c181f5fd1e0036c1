import { message, type Message } from '@evenstock/contract/messages/message';
import type { changeParts as endpoint, Variant } from '@evenstock/contract/catalog/variants';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { announce } from '../../../api/live.ts';
import { notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import {
  changeParts as changePartsOf,
  MadeOfOthers,
  type Component,
} from '../../stock/changes/change-parts.ts';
import { requireSetsMade } from '../../stores/store/require-sets-made.ts';
import { labelsOf } from '../variants/merges.queries.ts';
import { showVariant } from '../variants/show-variant.ts';
import { findVariant } from '../variants/variant-page.queries.ts';

type PartsChange = z.output<(typeof endpoint)['body']>;

/**
 * Makes a SKU a set of others, changes what it is made of, or ends the set, in one transaction.
 * @throws Refusal 404; 409 where it is not made of what the caller read
 * @throws Refusal 422 while the store makes no sets, where these SKUs cannot make up this one, or it is to be counted
 */
export async function changeParts(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  variantId: string,
  change: PartsChange,
): Promise<Variant> {
  const variant = await findVariant(ctx.db, store.id, identityOf(variantId, 'variant'));
  if (variant === null) throw notFound('variant');
  try {
    await changeOnce(ctx, store, actor, variant.id, change);
  } catch (error) {
    if (!(error instanceof MadeOfOthers)) throw error;
    throw new Refusal(409, await madeOfNow(ctx, error.components));
  }
  return showVariant(ctx, store.id, String(variant.id), false);
}

async function changeOnce(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  setId: number,
  { parts, if_made_of: seen }: PartsChange,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await requireSetsMade(tx, store.id);
    const components = componentsIn(parts);
    const changed = await changePartsOf(tx, ctx, {
      storeId: store.id,
      setId,
      components,
      seen: seen === undefined ? undefined : componentsIn(seen),
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
}

const componentsIn = (parts: PartsChange['parts']): Component[] =>
  parts.map(({ variant_id: partId, units }) => ({ partId, units }));

/** What the SKU is made of now, for a member who saw something else. */
async function madeOfNow(ctx: Context, components: readonly Component[]): Promise<Message> {
  const labels = await labelsOf(
    ctx.db,
    components.map(({ partId }) => partId),
  );
  const parts = named(components, labels);
  return parts === null ? message('stock.set_ended') : message('stock.set_changed', { parts });
}

/** What a set is made of, in words; null: it is none. */
function named(components: readonly Component[], labels: ReadonlyMap<number, string>): string | null {
  if (components.length === 0) return null;
  return components.map(({ partId, units }) => `${String(units)} × ${labels.get(partId) ?? ''}`).join(', ');
}
