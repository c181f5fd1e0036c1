import type { ChannelReturn } from '@evenstock/connectors/kit/capabilities';
import type { LockedOrder } from '../orders/imports/apply-returns.ts';
import type { ReturnRow } from './returns.queries.ts';

type Line = ChannelReturn['lines'][number];
type Item = LockedOrder['items'][number];

/** Identifiers that a line of a return and an item of its order may share, the most certain first. */
const likenesses: readonly ((line: Line, item: Item) => boolean)[] = [
  (line, item) => line.lineId !== null && line.lineId === item.lineId,
  (line, item) =>
    line.itemId !== null &&
    line.variantId !== null &&
    line.itemId === item.itemId &&
    line.variantId === item.variantId,
  (line, item) => line.variantId !== null && line.variantId === item.variantId,
  (line, item) => line.sku !== null && line.sku === item.sku,
];

/** The item of the order that a line of its return refers to; null where none is certain. */
export function matchItem(line: Line, items: readonly Item[]): Item | null {
  for (const isLike of likenesses) {
    const found = items.find((item) => isLike(line, item));
    if (found !== undefined) return found;
  }
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Compares two states of a return by the channel's update time, then by the begin of our read. */
export function isNewerReturn(
  reported: { readonly updatedAt: Date; readonly readBegan: Date },
  recorded: { readonly source_updated_at: Date; readonly read_began_at: Date },
): boolean {
  const later = reported.updatedAt.getTime() - recorded.source_updated_at.getTime();
  return later > 0 || (later === 0 && reported.readBegan > recorded.read_began_at);
}

/** Whether two states of a return are the same, regardless of when they were reported. */
export function isSameReturn(one: ReturnRow, other: ReturnRow): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable(row: ReturnRow): unknown[] {
  return [
    row.order_id,
    row.state,
    row.raw_state,
    row.can_accept,
    row.can_dispute,
    row.reason,
    row.dispute_reason,
    row.dispute_text_reason,
    row.tracking_number,
    row.refund_amount,
    row.currency,
    row.due_at,
  ];
}
