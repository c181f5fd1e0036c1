import { z } from 'zod';
import { channelKinds, channels, type ChannelKind } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { money, none, recordId } from '../api/fields.ts';
import { messageOnWire } from '../messages/message.ts';
import { orderPath, orderReply } from '../orders/orders.ts';
import { storePath } from '../stores/stores.ts';

/** Why an order is cancelled, or a request refused, as its marketplace offers it. */
export const reason = z.object({
  key: z.string(),
  label: z.string(),
  label_message: messageOnWire.optional(),
  /** Choosing it needs the items concerned. */
  needs_items: z.boolean(),
  needs_detail: z.boolean(),
});
export type Reason = z.infer<typeof reason>;

/** What must be known to cancel an order, as its marketplace offers it. */
export const cancellationOffer = z.object({
  reasons: z.array(reason),
  /** Some items may be cancelled without the others. */
  chooses_items: z.boolean(),
  /** The field of an optional text beside the reason; null: none. */
  text_field: z.enum(['reason_detail', 'memo']).nullable(),
  /** Whether the delivery fee is refunded is for the seller to say. */
  offers_delivery_refund: z.boolean(),
  /** Who decides what the buyer gets back of what was paid. */
  refund_decided_by: z.enum(['seller', 'marketplace']),
  /** What the buyer would get back by each choice of the seller; null: it is not for the seller, or nothing was paid. */
  refund: z
    .object({
      currency: z.string(),
      everything: money,
      formatted_everything: z.string(),
      all_but_delivery: money,
      formatted_all_but_delivery: z.string(),
      nothing: money,
      formatted_nothing: z.string(),
    })
    .nullable(),
});
export type CancellationOffer = z.infer<typeof cancellationOffer>;

/** A record's id, or several. */
const ids = z.union([recordId.transform((id) => [id]), z.array(recordId).max(1000)]).nullish();
/** Our id of a variant, the marketplace's, or several. */
const variantIds = z
  .union([z.string().max(255), z.number().int().transform(String)])
  .transform((id) => [id])
  .or(z.array(z.union([z.string().max(255), z.number().int().transform(String)])).max(1000))
  .nullish();

export const cancellationAsked = z.object({
  /** The key of a reason; either name. */
  reason_id: z.string().max(255).nullish(),
  reason: z.string().max(255).nullish(),
  reason_detail: z.string().max(1000).nullish(),
  memo: z.string().max(1000).nullish(),
  /** False: the buyer gets everything back but the delivery fee. */
  refund_delivery_fee: z.boolean().nullish(),
  /** `none`: the buyer gets nothing back. */
  refund: z.enum(['none']).nullish(),
  /** Left out: the whole order. */
  order_item_id: ids,
  /** The items that a reason concerns. */
  variant_id: variantIds,
});
export type CancellationAsked = z.output<typeof cancellationAsked>;

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  summary: 'Cancel an order, or some of its items where the marketplace allows that',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/cancel.json',
  params: orderPath,
  query: none,
  body: z.object({ cancel: cancellationAsked }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.cancel',
});

export const acceptCancellation = endpoint({
  name: 'acceptCancellation',
  summary: 'Accept the buyer’s request to cancel',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/accept_cancellation.json',
  params: orderPath,
  query: none,
  body: none,
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.accept_cancellation',
});

export const rejectCancellation = endpoint({
  name: 'rejectCancellation',
  summary: 'Refuse the buyer’s request to cancel',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/reject_cancellation.json',
  params: orderPath,
  query: none,
  body: z.object({
    /** Where the marketplace asks for one: see the refusal reasons. */
    order: z.object({ reason: z.string().max(255).nullish() }).nullish(),
  }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.reject_cancellation',
});

export const listRefusalReasons = endpoint({
  name: 'listRefusalReasons',
  summary: 'Why a buyer’s request to cancel may be refused; empty where the marketplace asks for no reason',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/cancellation_refusal_reasons.json',
  params: orderPath,
  query: none,
  body: none,
  reply: z.object({ reasons: z.array(reason) }),
  permission: 'order.work',
  audit: null,
});

/** The channel in the name of an endpoint: its marketplace type without that word. */
const wordOf = (channel: ChannelKind): string => channels[channel].marketplaceType.replace('Marketplace', '');

/** The calls that list a channel's reasons. */
export const reasonCalls = channelKinds.map((channel) => ({
  channel,
  reasons: endpoint({
    name: `list${wordOf(channel)}CancellationReasons`,
    summary: `Why an order of ${channels[channel].label} may be cancelled`,
    method: 'GET',
    path: `/api/stores/:storeId/orders/:referenceNumber/${channel.replace('-', '_')}_cancellation_reasons.json` as const,
    params: orderPath,
    query: none,
    body: none,
    reply: cancellationOffer,
    permission: 'order.work',
    audit: null,
  }),
}));

/** The calls that list a channel's reasons without naming an order: those of the newest order that waits there. */
export const newestReasonCalls = channelKinds.map((channel) => ({
  channel,
  reasons: endpoint({
    name: `listMarketplace${wordOf(channel)}CancellationReasons`,
    summary: `Why the newest order of ${channels[channel].label} that waits may be cancelled; no reasons where none waits`,
    method: 'GET',
    path: `/api/stores/:storeId/orders/${channel.replace('-', '_')}_cancellation_reasons.json` as const,
    params: storePath,
    query: none,
    body: none,
    reply: cancellationOffer,
    permission: 'order.work',
    audit: null,
  }),
}));

export const channelEndpoints = [...reasonCalls, ...newestReasonCalls].map(({ reasons }) => reasons);
