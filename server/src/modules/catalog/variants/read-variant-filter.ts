import { message } from '@evenstock/contract/messages/message';
import { runningOutStatus, type variantFilter } from '@evenstock/contract/catalog/variants';
import { barcodeKind, hasWrongCheckDigit, readBarcode } from '@evenstock/contract/values/barcodes';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { invalid, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import { showsRunningOut } from './running-out.queries.ts';
import type { VariantFilter } from './variants.queries.ts';

const textOf = (value: string | undefined): string | null => {
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
};

/** A barcode is found by its digits, with whatever hyphens and blanks it was typed. */
function searchedText(text: string | null): string | null {
  const code = readBarcode(text ?? '');
  return barcodeKind(code) === 'other' || hasWrongCheckDigit(code) ? text : code;
}

type Filters = z.output<typeof variantFilter>;

/**
 * @param field the field that was requested
 * @throws Refusal 422 where the store does not show SKUs that are running out
 */
export async function requireRunningOutShown(ctx: Context, store: StoreScope, field: string): Promise<void> {
  if (!(await showsRunningOut(ctx.db, store.id))) throw invalid(field, message('catalog.running_out_off'));
}

/**
 * @throws Refusal 403 for a filter that is for platform admins and developers alone
 * @throws Refusal 422 for SKUs that are running out, where the store does not show them
 */
export async function requireFilterAllowed(
  ctx: Context,
  store: StoreScope,
  { role }: Actor,
  q: Filters,
): Promise<void> {
  const isForPlatform = q.marketplace_type_eq !== undefined || textOf(q.marketplace_item_id_eq) !== null;
  if (role === 'member' && isForPlatform) throw new Refusal(403, message('api.platform_only'));
  if (q.filter_status === runningOutStatus) await requireRunningOutShown(ctx, store, 'q.filter_status');
}

/**
 * Reads a filter of the products list: SKUs with a live listing unless another status is named.
 * @throws Refusal as `requireFilterAllowed`
 */
export async function readVariantFilter(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  q: Filters,
): Promise<VariantFilter> {
  await requireFilterAllowed(ctx, store, actor, q);
  return variantFilterOf({ storeId: store.id, now: ctx.clock.now() }, q);
}

/** The filter of a caller who may use it. */
export function variantFilterOf(
  place: { readonly storeId: number; readonly now: Date },
  q: Filters,
): VariantFilter {
  return {
    ...place,
    status: q.filter_status ?? 'live',
    text: searchedText(textOf(q.name_or_sku_cont)),
    sku: textOf(q.sku_eq),
    marketplaceId: q.marketplace_id_eq ?? null,
    marketplaceType: q.marketplace_type_eq ?? null,
    channelId: textOf(q.marketplace_item_id_eq),
    pinned: q.is_pinned_eq ?? null,
    isSet: q.is_set_eq ?? null,
    problem: q.problem_eq ?? null,
  };
}
