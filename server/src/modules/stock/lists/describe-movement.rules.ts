import { channelKind, channels } from '@evenstock/contract/channels/channels';
import { fromChannel } from '@evenstock/contract/messages/message';
import type { StockMovement } from '@evenstock/contract/stock/stock';
import type { MovementRecord, PushRecord } from '../ledger/stock.queries.ts';

/** A ledger entry as lists show it. @param undoable the ids of those that can be undone */
export function describeMovement(record: MovementRecord, undoable: ReadonlySet<number>): StockMovement {
  return {
    id: record.id,
    created_at: record.created_at.toISOString(),
    product: { slug: record.product_slug, name: record.product_name },
    variant: {
      id: record.variant_id,
      slug: record.variant_slug,
      name: record.variant_name,
      sku: record.variant_sku,
    },
    source_type: record.source_type,
    source: sourceOf(record),
    adjustment: record.adjustment,
    final_quantity: record.final_quantity,
    action: record.action,
    reason: record.reason,
    reason_note: record.reason_note,
    merge_id: record.merge_id,
    can_undo: undoable.has(record.id),
    listing_stock_movements: record.pushes.map(describePush),
  };
}

/** An order's reference number, a marketplace's name, or a member's email; null where none is known. */
function sourceOf(record: MovementRecord): StockMovement['source'] {
  const { marketplace_id: id, marketplace_slug: slug, marketplace_name: name } = record;
  const marketplace =
    id === null || slug === null || name === null || record.marketplace_channel === null
      ? null
      : briefOf({ id, slug, name, channel: record.marketplace_channel });
  switch (record.source_type) {
    case 'Order':
      return record.order_reference === null
        ? null
        : { identifier: record.order_reference, order_marketplace: marketplace };
    case 'Marketplace':
      return name === null ? null : { identifier: name, order_marketplace: null };
    case 'User':
      return record.user_email === null ? null : { identifier: record.user_email, order_marketplace: null };
  }
}

function describePush(push: PushRecord): StockMovement['listing_stock_movements'][number] {
  return {
    id: push.id,
    variant_listing_id: push.variant_listing_id,
    marketplace: briefOf({
      id: push.marketplace_id,
      slug: push.marketplace_slug,
      name: push.marketplace_name,
      channel: push.channel,
    }),
    state: push.state,
    quantity: push.quantity,
    sent_at: instantOf(push.sent_at),
    answered_at: instantOf(push.answered_at),
    extras: reasonOf(push),
    force_zero_qty: push.force_zero_qty,
  };
}

function reasonOf({
  reason: value,
  reason_messages: messages,
}: PushRecord): StockMovement['listing_stock_movements'][number]['extras'] {
  if (value === null) return [];
  return [{ key: 'reason', value, messages: [...(messages ?? [fromChannel(value)])] }];
}

/** The database's JSON writes an instant with its offset. */
function instantOf(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

function briefOf(marketplace: { id: number; slug: string; name: string; channel: string }) {
  const channel = channelKind.parse(marketplace.channel);
  const { id, slug, name } = marketplace;
  return { id, slug, name, channel, type: channels[channel].marketplaceType };
}
