import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { updateVariant as updateVariantEndpoint } from '@evenstock/contract/catalog/variants';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { announce } from '../../../api/live.ts';
import { invalid, notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordChange } from '../../journal/record-activity.ts';
import { adjustQuantity, requireSeen } from '../../stock/changes/adjust-quantity.ts';
import type { MovementReason } from '../../stock/ledger/movement.ts';
import type { RecordedMovement } from '../../stock/protocol/recorded-movement.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { requireSync } from '../../stores/store/require-sync.ts';
import { requireSafetyKept } from '../../stores/store/require-safety-kept.ts';
import { requireRunningOutShown } from '../variants/read-variant-filter.ts';
import { marketplaceName } from '../variants/last-units.queries.ts';
import { changeBarcodes } from '../variants/change-barcodes.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';
import { showVariant } from '../variants/show-variant.ts';
import { findVariant } from '../variants/variant-page.queries.ts';
import { changedSettings, variantChanged } from '../variants/variant-settings.rules.ts';
import {
  lockSettings,
  setSettings,
  type VariantRecord,
  type VariantSettings,
} from '../variants/variants.queries.ts';

export type VariantChange = z.output<(typeof updateVariantEndpoint)['body']>['variant'];

/** The settings that a request asks for; 0 last units are kept for no marketplace. */
function askedSettings({
  last_units: last,
  add_barcodes: _added,
  remove_barcodes: _removed,
  ...asked
}: VariantChange) {
  if (last === undefined) return asked;
  return last === null || last.units === 0
    ? { ...asked, last_units: 0, last_units_for: null }
    : { ...asked, last_units: last.units, last_units_for: last.marketplace_id };
}

/**
 * Adjusts the quantity of a SKU, changes its settings, or pins it. The adjustment is a movement of the ledger, made idempotent by its
 * key.
 * @throws Refusal 404; 409 where its settings or quantity have changed since the caller read them
 * @throws Refusal 422 where fewer units are there than are subtracted, or the store does not sync
 * @throws Refusal 422 where the store has the setting's function switched off, or the marketplace of the last units is not its own
 */
export async function updateVariant(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variantId: string,
  change: VariantChange,
): Promise<CallReply<typeof updateVariantEndpoint>> {
  const variant = await findVariant(ctx.db, store.id, identityOf(variantId, 'variant'));
  if (variant === null) throw notFound('variant');
  if (change.reorder_point !== undefined) await requireRunningOutShown(ctx, store, 'reorder_point');
  if (change.safety_stock !== undefined) await requireSafetyKept(ctx, store.id);
  if (change.last_units !== undefined) await requireSafetyKept(ctx, store.id, 'last_units');
  const lastUnitsName = await nameOfLastUnits(ctx, store.id, change);
  const isSetUp =
    change.if_unchanged_since !== undefined ||
    change.add_barcodes !== undefined ||
    change.remove_barcodes !== undefined ||
    Object.keys(changedSettings(variant, askedSettings(change))).length > 0;
  const setUp = (tx: Tx, id: number) => changeSettings(tx, ctx, { store, actor, id, change, lastUnitsName });
  const movement = await adjust(ctx, store, actor, variant, change, isSetUp ? setUp : undefined);
  if (isSetUp && movement === null) {
    await inTransaction(ctx.db, async (tx) => {
      if (await setUp(tx, variant.id)) await evaluateVariants(tx, ctx, [variant.id]);
    });
  }
  return {
    variant: await showVariant(ctx, store.id, String(variant.id), false),
    stock_movement_id: movement?.id ?? null,
  };
}

/**
 * Adjusts the quantity where units are given, and sets the SKU up in the same transaction.
 * @returns null where nothing was recorded, so that it is still to be set up
 */
async function adjust(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variant: Pick<VariantRecord, 'id' | 'quantity'>,
  change: VariantChange,
  setUp: ((tx: Tx, id: number) => Promise<boolean>) | undefined,
): Promise<RecordedMovement | null> {
  if (change.adjustment === undefined || change.adjustment === 0) {
    requireSeen(variant.quantity, change.if_quantity);
    return null;
  }
  return adjustQuantity(ctx, {
    storeId: store.id,
    variantId: variant.id,
    userId: actor.userId,
    units: change.adjustment,
    key: change.adjustment_key,
    seen: change.if_quantity,
    reason: reasonOf(change),
    refuseBelowZero: true,
    refuseWithoutSync: true,
    ...(setUp === undefined
      ? {}
      : {
          also: async (tx, id) => {
            await setUp(tx, id);
          },
        }),
  });
}

/** Why it is adjusted; a note without a code is of another reason. */
function reasonOf({
  adjustment_reason: code,
  adjustment_note: text,
}: VariantChange): MovementReason | undefined {
  const note = text === '' ? null : (text ?? null);
  if (code === undefined || code === null) return note === null ? undefined : { code: 'other', note };
  return { code, note };
}

interface SettingUp {
  readonly store: StoreScope;
  readonly actor: Actor;
  readonly id: number;
  readonly change: VariantChange;
  readonly lastUnitsName: string | null;
}

/** @returns whether the SKU's listings may be to show another number; the caller decides what they show */
async function changeSettings(
  tx: Tx,
  ctx: Context,
  { store, actor, id, change, lastUnitsName }: SettingUp,
): Promise<boolean> {
  const at = ctx.clock.now();
  const variant = await lockSettings(tx, id);
  requireUnchanged(variant, change.if_unchanged_since);
  const settings = changedSettings(variant, askedSettings(change));
  const { disable_restock: disabled, name } = settings;
  if (name !== undefined) await requireSync(tx, store.id, 'name');
  const { add_barcodes: add = [], remove_barcodes: remove = [] } = change;
  const barcodes = await changeBarcodes(tx, { storeId: store.id, variantId: id }, { add, remove }, at);
  const isChanged = await recordChange(tx, {
    storeId: store.id,
    key: 'variant.update',
    actor: { type: 'User', id: actor.userId },
    recipient: { type: 'Variant', id },
    before: { ...variant, last_units_for: variant.last_units_name, barcodes: barcodes?.before },
    after: {
      ...settings,
      ...(settings.last_units_for === undefined ? {} : { last_units_for: lastUnitsName }),
      barcodes: barcodes?.after,
    },
    at,
  });
  if (!isChanged) return false;
  const written = {
    ...settings,
    ...(disabled === undefined ? {} : { disable_restock_since: disabled ? at : null }),
    ...(name === undefined ? {} : { full_product_name: renamed(variant, name) }),
    // Pinning is no change of the SKU's own settings.
    ...(Object.keys(settings).every((key) => key === 'is_pinned') ? {} : { settings_updated_at: at }),
  };
  await setSettings(tx, id, written, at);
  if (name !== undefined || barcodes !== null) await refreshVariants(tx, [id]);
  await announce(tx, store.id, 'variants', [id]);
  return changesTarget(settings);
}

/** The marketplace's own limit now applies or no longer applies, or other units are kept back. */
const changesTarget = (settings: Partial<VariantSettings>): boolean =>
  settings.has_maximum_quantity !== undefined ||
  settings.safety_stock !== undefined ||
  settings.last_units !== undefined ||
  settings.last_units_for !== undefined;

/**
 * The name of the marketplace that the last units are to be kept for; null: for none.
 * @throws Refusal 422 where the store has no such marketplace
 */
async function nameOfLastUnits(
  ctx: Context,
  storeId: number,
  { last_units: given }: VariantChange,
): Promise<string | null> {
  if (given === undefined || given === null || given.units === 0) return null;
  const name = await marketplaceName(ctx.db, storeId, given.marketplace_id);
  if (name === null) throw invalid('last_units', message('stock.last_units_marketplace'));
  return name;
}

/** @throws Refusal 409 with the current settings, where they were changed after an instant */
function requireUnchanged(now: VariantSettings, since: string | undefined): void {
  const { settings_updated_at: changedAt } = now;
  if (since === undefined || changedAt === null || changedAt <= new Date(since)) return;
  throw new Refusal(409, variantChanged(now));
}

/** The full name with the variant's own part replaced. */
function renamed(variant: VariantSettings, name: string): string {
  const isWhole = variant.name === variant.full_product_name;
  return isWhole ? name : `${variant.product_name} - ${name}`;
}
