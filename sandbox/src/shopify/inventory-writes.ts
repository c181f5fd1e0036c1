import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { mainPlace, noStock, placesOf, stockAt, type NumberedPlace } from '../core/places.ts';
import type { Stock } from '../core/records.ts';
import type { Offer } from '../core/shop.ts';
import type { CallContext } from './call-context.ts';
import { dateTime, quantityNamed } from './call-context.ts';
import { gid, numbered } from './gids.ts';
import { keyOf, type Attempt, type IdempotencyKeys } from './idempotency.ts';
import { inventoryItemView, locationView } from './catalogue-views.ts';

interface QuantityInput {
  readonly inventoryItemId: string;
  readonly locationId: string;
  readonly quantity: number;
  readonly changeFromQuantity?: number | null;
}
interface ChangeInput {
  readonly inventoryItemId: string;
  readonly locationId: string;
  readonly delta: number;
  readonly changeFromQuantity?: number | null;
  readonly ledgerDocumentUri?: string | null;
}
interface Reasoned {
  readonly name: string;
  readonly reason: string;
  readonly referenceDocumentUri?: string | null;
}
export type SetInput = Reasoned & { readonly quantities: readonly QuantityInput[] };
export type AdjustInput = Reasoned & { readonly changes: readonly ChangeInput[] };

interface InventoryError {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}
interface Payload {
  readonly inventoryAdjustmentGroup: object | null;
  readonly userErrors: readonly InventoryError[];
}

/** A value that a call wants to set, after all of it was found to be right. */
interface Wanted {
  readonly offer: Offer;
  readonly place: NumberedPlace;
  readonly value: number;
}

const most = 1_000_000_000;
const mostEntries = 250;
const reasons = [
  'correction', 'cycle_count_available', 'damaged', 'movement_canceled', 'movement_created', 'movement_received',
  'movement_updated', 'other', 'promotion', 'quality_control', 'received', 'reservation_created',
  'reservation_deleted', 'reservation_updated', 'restock', 'safety_stock', 'shrinkage',
]; // oxfmt-ignore

/**
 * `inventorySetQuantities`: absolute numbers, with compare-and-set per entry (shopify.md 3.2). One entry that is wrong
 * keeps all of them from being written.
 */
export function setQuantities(
  context: CallContext,
  keys: IdempotencyKeys,
  { input }: { input: SetInput },
  info: GraphQLResolveInfo,
): Payload {
  context.need('inventorySetQuantities', 'write_inventory');
  const key = keyOf(info);
  checkSize(input.quantities, 'quantities');
  requireComparison(input.quantities, 'InventoryQuantityInput');
  return once(context, keys, 'inventorySetQuantities', key, input, () => {
    const errors = [...reasonErrors(input)];
    if (input.name !== 'available' && input.name !== 'on_hand') {
      errors.push({
        code: 'INVALID_NAME',
        field: ['input', 'name'],
        message: "The quantity name must be either 'available' or 'on_hand'.",
      });
      return errors;
    }
    const wanted: Wanted[] = [];
    input.quantities.forEach((entry, index) => {
      const at = (field: string) => ['input', 'quantities', String(index), field];
      const named = levelNamed(context, entry, at, errors);
      if (named === null) return;
      const isSame = (one: QuantityInput): boolean =>
        one.inventoryItemId === entry.inventoryItemId && one.locationId === entry.locationId;
      if (input.quantities.findIndex(isSame) < index) {
        errors.push({ code: 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR', field: at('locationId'), message: 'The combination of inventoryItemId and locationId must be unique.' }); // oxfmt-ignore
      }
      if (input.name === 'on_hand' && entry.quantity < 0) {
        errors.push({
          code: 'INVALID_QUANTITY_NEGATIVE',
          field: at('quantity'),
          message: "The quantity can't be negative.",
        });
      }
      compare(named, input.name, entry, at, errors);
      boundErrors(entry.quantity, at('quantity'), errors);
      wanted.push({ ...named, value: entry.quantity });
    });
    return errors.length > 0 ? errors : wanted;
  });
}

/** `inventoryAdjustQuantities`: relative numbers. Only `available` exists at the shops of the sandbox. */
export function adjustQuantities(
  context: CallContext,
  keys: IdempotencyKeys,
  { input }: { input: AdjustInput },
  info: GraphQLResolveInfo,
): Payload {
  context.need('inventoryAdjustQuantities', 'write_inventory');
  const key = keyOf(info);
  checkSize(input.changes, 'changes');
  requireComparison(input.changes, 'InventoryChangeInput');
  return once(context, keys, 'inventoryAdjustQuantities', key, input, () => {
    const errors = [...reasonErrors(input)];
    if (input.name !== 'available') {
      errors.push({
        code: 'INVALID_QUANTITY_NAME',
        field: ['input', 'name'],
        message: 'The specified quantity name is invalid.',
      });
      return errors;
    }
    const wanted: Wanted[] = [];
    input.changes.forEach((entry, index) => {
      const at = (field: string) => ['input', 'changes', String(index), field];
      if (entry.ledgerDocumentUri !== null && entry.ledgerDocumentUri !== undefined) {
        errors.push({ code: 'INVALID_AVAILABLE_DOCUMENT', field: at('ledgerDocumentUri'), message: 'A ledger document URI is not allowed when adjusting available.' }); // oxfmt-ignore
      }
      const named = levelNamed(context, entry, at, errors);
      if (named === null) return;
      compare(named, input.name, entry, at, errors);
      const earlier = wanted.find(
        (one) => one.offer.variant === named.offer.variant && one.place.key === named.place.key,
      )?.value;
      const value = (earlier ?? quantityNamed(stockOf(named), 'available') ?? 0) + entry.delta;
      boundErrors(value, at('delta'), errors);
      wanted.push({ ...named, value });
    });
    return errors.length > 0 ? errors : wanted;
  });
}

/** Runs an operation under its key: not at all if it was done before. */
function once(
  context: CallContext,
  keys: IdempotencyKeys,
  operation: string,
  key: string,
  input: SetInput | AdjustInput,
  decide: () => InventoryError[] | Wanted[],
): Payload {
  const earlier = keys.earlier(context.shop.id, key, operation, input);
  if (earlier !== null && 'error' in earlier)
    return { inventoryAdjustmentGroup: null, userErrors: [{ ...earlier.error, field: null }] };
  if (earlier !== null)
    return { inventoryAdjustmentGroup: groupView(context, earlier.attempt.group), userErrors: [] };
  const decided = decide();
  const errors = decided.filter((one): one is InventoryError => 'code' in one);
  const group =
    errors.length > 0
      ? null
      : write(
          context,
          input,
          decided.filter((one): one is Wanted => 'offer' in one),
        );
  keys.keep(context.shop.id, key, operation, input, { failed: errors.length > 0, group, refund: null });
  return { inventoryAdjustmentGroup: groupView(context, group), userErrors: errors };
}

/** Sets the numbers. Each available change is mirrored on hand; setting the current number makes no change. */
function write(context: CallContext, input: Reasoned, wanted: readonly Wanted[]): Attempt['group'] {
  const changes: NonNullable<Attempt['group']>['changes'] = [];
  for (const { offer, place, value } of wanted) {
    const { id } = offer.variant;
    const stock = stockOf({ offer, place });
    const delta = value - (quantityNamed(stock, input.name) ?? 0);
    if (delta === 0) continue;
    context.shop.setStock(offer, { sellable: stock.sellable + delta }, 'api', place.key);
    const made = { delta, variantId: id, place: place.key };
    changes.push({ name: 'available', ...made }, { name: 'on_hand', ...made });
  }
  if (changes.length === 0) return null;
  const number = numbered(context.shop, 'refund', context.shop.nextNumber('adjustment'));
  return {
    number,
    at: context.core.clock.now(),
    reason: input.reason,
    reference: input.referenceDocumentUri ?? null,
    changes,
  };
}

function groupView(context: CallContext, group: Attempt['group']): object | null {
  if (group === null) return null;
  return {
    __typename: 'InventoryAdjustmentGroup',
    id: gid('InventoryAdjustmentGroup', group.number),
    createdAt: dateTime(group.at),
    reason: group.reason,
    referenceDocumentUri: group.reference,
    changes: ({ quantityNames }: { quantityNames?: readonly string[] | null }) =>
      group.changes
        .filter(({ name }) => quantityNames?.includes(name) ?? true)
        .map(({ name, delta, variantId, place }) => ({
          name,
          delta,
          quantityAfterChange: null,
          ledgerDocumentUri: null,
          item: () => {
            const offer = context.shop.offer(variantId);
            return offer === undefined ? null : inventoryItemView(context, offer);
          },
          location: () =>
            locationView(context, placesOf(context.shop).find(({ key }) => key === place) ?? mainPlace),
        })),
  };
}

/** A variant at one place. */
type Named = Pick<Wanted, 'offer' | 'place'>;

const stockOf = ({ offer, place }: Named): Stock => stockAt(offer.variant, place.key) ?? noStock;

/** What an entry names, or null after its errors were noted. */
function levelNamed(
  context: CallContext,
  entry: { inventoryItemId: string; locationId: string },
  at: (field: string) => string[],
  errors: InventoryError[],
): Named | null {
  const offer = context.offerOfInventoryItem(entry.inventoryItemId);
  const place = context.placeOf(entry.locationId);
  if (offer === null) {
    errors.push({
      code: 'INVALID_INVENTORY_ITEM',
      field: at('inventoryItemId'),
      message: 'The specified inventory item could not be found.',
    });
  }
  // The vendor has no code for a location where the item is not stocked: it is as one that there is not.
  const isKept = place !== null && (offer === null || stockAt(offer.variant, place.key) !== null);
  if (!isKept) {
    errors.push({
      code: 'INVALID_LOCATION',
      field: at('locationId'),
      message: 'The specified location could not be found.',
    });
  }
  if (offer === null || place === null || !isKept) return null;
  if (offer.variant.locked) {
    errors.push({ code: 'NON_MUTABLE_INVENTORY_ITEM', field: at('inventoryItemId'), message: 'The specified inventory item is not allowed to be adjusted via API. Example: if the inventory item is a parent bundle.' }); // oxfmt-ignore
  }
  return { offer, place };
}

function compare(
  named: Named,
  name: string,
  { changeFromQuantity }: { changeFromQuantity?: number | null },
  at: (field: string) => string[],
  errors: InventoryError[],
): void {
  if (changeFromQuantity === null || changeFromQuantity === undefined) return;
  if (changeFromQuantity === quantityNamed(stockOf(named), name)) return;
  errors.push({ code: 'CHANGE_FROM_QUANTITY_STALE', field: at('changeFromQuantity'), message: 'The changeFromQuantity value does not match persisted value.' }); // oxfmt-ignore
}

function boundErrors(value: number, field: string[], errors: InventoryError[]): void {
  if (value > most)
    errors.push({
      code: 'INVALID_QUANTITY_TOO_HIGH',
      field,
      message: "The quantity can't be higher than 1,000,000,000.",
    });
  if (value < -most)
    errors.push({
      code: 'INVALID_QUANTITY_TOO_LOW',
      field,
      message: "The quantity can't be lower than -1,000,000,000.",
    });
}

function* reasonErrors({ reason }: Reasoned): Generator<InventoryError> {
  if (reasons.includes(reason)) return;
  const message = `The specified reason is invalid. Valid values are: ${reasons.join(', ')}.`;
  yield { code: 'INVALID_REASON', field: ['input', 'reason'], message };
}

/** Since 2026-04 each entry says what it changes from, if only null. */
function requireComparison(entries: readonly object[], type: string): void {
  if (entries.every((entry) => 'changeFromQuantity' in entry)) return;
  throw new GraphQLError(`${type} must include the following argument: changeFromQuantity.`, {
    extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
  });
}

function checkSize(entries: readonly object[], name: string): void {
  if (entries.length <= mostEntries) return;
  throw new GraphQLError(`The input array size of ${String(entries.length)} is greater than the maximum allowed of ${String(mostEntries)}.`, {
    extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED', argument: name },
  }); // oxfmt-ignore
}
