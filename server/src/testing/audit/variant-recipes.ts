import { createVariant } from '../../modules/catalog/variants/create-variant.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { quantityOf } from '../ledger.ts';
import { switchSets } from '../make-set.ts';
import type { Exception, FieldChanges, Recipe } from './stage.ts';

const pins =
  (isPinned: boolean): Recipe =>
  async (stage) => {
    const { id, owner, call, variantId } = await stage.openStore();
    const changes: FieldChanges = { is_pinned: [!isPinned, isPinned] };
    const activity = () => ({ storeId: id, actorId: owner.id, recipient: null, changes });
    return { ...call, body: { ids: [variantId] }, activity };
  };

const makesSet: Recipe = async (stage) => {
  const { id, owner, call, variantId } = await stage.openStore();
  await switchSets(stage.ctx, id, true);
  const { product_id: productId } = await stage.ctx.db
    .selectFrom('variants')
    .select('product_id')
    .where('id', '=', variantId)
    .executeTakeFirstOrThrow();
  const cup = { storeId: id, productId, name: 'Cup', fullProductName: 'Cup', sku: 'CUP' };
  const partId = await inTransaction(stage.ctx.db, (tx) => createVariant(tx, cup, stage.ctx.clock.now()));
  const before = await quantityOf(stage.ctx.db, variantId);
  const changes: FieldChanges = {
    made_of: [null, '2 × CUP'],
    ...(before === 0 ? {} : { quantity: [before, 0] }),
  };
  const recipient = { type: 'Variant', id: variantId };
  return {
    ...call,
    path: { ...call.path, variantId },
    body: { parts: [{ variant_id: partId, units: 2 }] },
    activity: () => ({ storeId: id, actorId: owner.id, recipient, changes }),
  };
};

/** An adjustment of three units, undone. */
const undoesAdjustment: Recipe = async (stage) => {
  const { id, owner, call, variantId } = await stage.openSyncingStore();
  const adjustment = { storeId: id, variantId, userId: owner.id, units: 3 };
  const movement = await adjustQuantity(stage.ctx, adjustment);
  const after = movement?.finalQuantity ?? 0;
  const changes: FieldChanges = { quantity: [after, after - 3] };
  const recipient = { type: 'Variant', id: variantId };
  return {
    ...call,
    path: { ...call.path, movementId: movement?.id ?? 0 },
    activity: () => ({ storeId: id, actorId: owner.id, recipient, changes }),
  };
};

/** How the calls about chosen SKUs succeed, by the names of their endpoints. */
export const variantRecipes: Readonly<Record<string, Recipe>> = {
  changeParts: makesSet,
  massPin: pins(true),
  massUnpin: pins(false),
  undoAdjustment: undoesAdjustment,
};

/** Calls about SKUs that record something else than is declared, or more. */
export const variantExceptions: readonly Exception[] = [
  [
    'updateVariant',
    'only its barcodes',
    async (stage) => {
      const { id, variantId, owner, call } = await stage.openStore();
      const body = { variant: { add_barcodes: ['4006381333931', '96385074'] } };
      const changes: FieldChanges = { barcodes: ['', '4006381333931, 96385074'] };
      const recipient = { type: 'Variant', id: variantId };
      return { ...call, body, activity: () => ({ storeId: id, actorId: owner.id, recipient, changes }) };
    },
  ],
];
