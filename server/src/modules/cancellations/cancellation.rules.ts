import type { Reason } from '@evenstock/connectors/kit/capabilities';
import type { CancellationAsked } from '@evenstock/contract/cancellations/cancellations';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message, type Message } from '@evenstock/contract/messages/message';

/** The input of the action that cancels. */
export interface AskedCancellation {
  readonly reason: string;
  readonly detail: string | null;
  /** Null: the whole order. */
  readonly order_item_ids: number[] | null;
  readonly refund_delivery_fee: boolean;
}

interface CancellableLine {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly channelVariantId: string | null;
  /** Units that are not cancelled. */
  readonly units: number;
}

interface CancellableOrder {
  readonly channel: ChannelKind;
  readonly lines: readonly CancellableLine[];
}

/** What the marketplace offers for an order. */
export interface CancellationOffer {
  readonly reasons: readonly Reason[];
  readonly choosesLines: boolean;
}

type Faults = Readonly<Record<string, Message[]>>;
export type ReadCancellation =
  | { readonly asked: AskedCancellation; readonly faults: null }
  | { readonly asked: null; readonly faults: Faults };

/** Validates the request of a cancellation against what the marketplace offers. `faults`: the errors, by field. */
export function readCancellation(
  given: CancellationAsked,
  { reasons, choosesLines }: CancellationOffer,
  order: CancellableOrder,
): ReadCancellation {
  const key = given.reason_id ?? given.reason ?? '';
  if (key === '') return refused('reason_id', message('cancellations.reason_required'));
  const reason = reasons.find((one) => one.key === key);
  // A marketplace without a list takes any text.
  if (reason === undefined && reasons.length > 0)
    return refused('reason_id', message('cancellations.reason_gone'));
  const detail = textOf(given.reason_detail) ?? textOf(given.memo);
  if (reason?.needsDetail === true && detail === null) {
    return refused('reason_detail', message('cancellations.detail_required'));
  }
  const chosen = chosenLines(given, order, reason?.needsLines === true);
  if ('fault' in chosen) return refused(chosen.field, chosen.fault);
  const isWhole = chosen.itemIds === null || coversAll(chosen.itemIds, order.lines);
  if (!isWhole && !choosesLines && reason?.needsLines !== true) {
    return refused(
      'order_item_id',
      message('cancellations.whole_order', { channel: channels[order.channel].label }),
    );
  }
  return {
    asked: {
      reason: key,
      detail,
      order_item_ids: reason?.needsLines === true || !isWhole ? chosen.itemIds : null,
      refund_delivery_fee: given.refund_delivery_fee ?? true,
    },
    faults: null,
  };
}

type Chosen =
  | { readonly itemIds: number[] | null }
  | { readonly field: 'order_item_id' | 'variant_id'; readonly fault: Message };

/** The items that were named by their id, or by their variant; null where none was named. */
function chosenLines(given: CancellationAsked, { lines }: CancellableOrder, isNeeded: boolean): Chosen {
  const { order_item_id: itemIds, variant_id: variantIds } = given;
  if (itemIds == null && variantIds == null) {
    return isNeeded
      ? { field: 'variant_id', fault: message('cancellations.items_required') }
      : { itemIds: null };
  }
  const field = itemIds == null ? 'variant_id' : 'order_item_id';
  const wanted: readonly (number | string)[] = itemIds ?? variantIds ?? [];
  const found = wanted.map((id) => lines.filter((line) => isNamed(line, field, id)));
  if (wanted.length === 0) return { field, fault: message('cancellations.items_required') };
  if (found.some((matches) => matches.length === 0)) return { field, fault: message('orders.foreign_item') };
  const chosen = found.flat();
  if (chosen.some(({ units }) => units === 0))
    return { field, fault: message('cancellations.item_cancelled') };
  return { itemIds: [...new Set(chosen.map(({ itemId }) => itemId))].sort((one, other) => one - other) };
}

function isNamed(line: CancellableLine, field: 'order_item_id' | 'variant_id', id: number | string): boolean {
  if (field === 'order_item_id') return line.itemId === id;
  return String(line.variantId) === id || line.channelVariantId === id;
}

function coversAll(itemIds: readonly number[], lines: readonly CancellableLine[]): boolean {
  return lines.every(({ itemId, units }) => units === 0 || itemIds.includes(itemId));
}

function textOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

const refused = (field: string, fault: Message): ReadCancellation => ({
  asked: null,
  faults: { [field]: [fault] },
});
