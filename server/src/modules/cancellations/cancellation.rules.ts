import type { Reason, Refund, RefundQuote } from '@evenstock/connectors/kit/capabilities';
import type { CancellationAsked } from '@evenstock/contract/cancellations/cancellations';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message, type Message } from '@evenstock/contract/messages/message';

/** The input of the action that cancels. */
export interface AskedCancellation {
  readonly reason: string;
  readonly detail: string | null;
  /** Null: the whole order. */
  readonly order_item_ids: number[] | null;
  readonly refund: Refund;
  /** What the buyer gets back by that, in the currency's minor unit; null: it is not for the seller, or nothing was paid. */
  readonly refunded: { readonly amount: number; readonly currency: string } | null;
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
  /** What the buyer may get back; null: the marketplace decides that. */
  readonly refund: RefundQuote | null;
}

/** The amount of a choice, in the currency's minor unit. */
export const refundedBy: Readonly<Record<Refund, (quote: RefundQuote) => number>> = {
  everything: ({ everything }) => everything,
  all_but_delivery: ({ allButDelivery }) => allButDelivery,
  nothing: () => 0,
};

/** The reason of a request that gives none, where the marketplace offers it. */
const USUAL_REASON = 'other';

type Faults = Readonly<Record<string, Message[]>>;
export type ReadCancellation =
  | { readonly asked: AskedCancellation; readonly faults: null }
  | { readonly asked: null; readonly faults: Faults };

/** Validates the request of a cancellation against what the marketplace offers. `faults`: the errors, by field. */
export function readCancellation(
  given: CancellationAsked,
  { reasons, choosesLines, refund: quote }: CancellationOffer,
  order: CancellableOrder,
): ReadCancellation {
  const usual = reasons.find((one) => one.key === USUAL_REASON)?.key ?? '';
  const key = given.reason_id ?? given.reason ?? usual;
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
  const limited = limitedRefund(given);
  if (limited !== null && quote === null) {
    return refused(
      limited,
      message('cancellations.refunds_itself', { channel: channels[order.channel].label }),
    );
  }
  if (given.refund === 'none' && given.refund_delivery_fee === true)
    return refused('refund', message('cancellations.refund_contradicts'));
  const refund = refundAsked(given);
  return {
    asked: {
      reason: key,
      detail,
      order_item_ids: reason?.needsLines === true || !isWhole ? chosen.itemIds : null,
      refund,
      refunded:
        quote === null || quote.everything === 0
          ? null
          : { amount: refundedBy[refund](quote), currency: quote.currency },
    },
    faults: null,
  };
}

/** The field that gives the buyer less than everything; null: none does. */
function limitedRefund({ refund, refund_delivery_fee: withFee }: CancellationAsked) {
  if (refund === 'none') return 'refund';
  return withFee === false ? 'refund_delivery_fee' : null;
}

function refundAsked({ refund, refund_delivery_fee: withFee }: CancellationAsked): Refund {
  if (refund === 'none') return 'nothing';
  return withFee === false ? 'all_but_delivery' : 'everything';
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
