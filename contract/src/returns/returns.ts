import { z } from 'zod';
import { channelKinds, channels, type ChannelKind } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { none, recordId } from '../api/fields.ts';
import { messageOnWire } from '../messages/message.ts';
import { orderPath, orderReply } from '../orders/orders.ts';

const text = z.union([z.string().max(255), z.number().int().transform(String)]).nullish();

export const confirmReturn = endpoint({
  name: 'confirmReturn',
  summary: 'Accept the return of an order, with what its marketplace asks for',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/confirm_return.json',
  params: orderPath,
  query: none,
  body: z.object({
    order: z
      .object({ name: text, zip_code: text, address_1: text, address_2: text, hp: text, tel: text })
      .nullish(),
  }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.accept_return',
});

/** The longest details of a dispute. */
export const longestDispute = 2_000;

export const disputeReturn = endpoint({
  name: 'disputeReturn',
  summary: 'Dispute the return of an order',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/dispute_return.json',
  params: orderPath,
  query: none,
  body: z.object({
    order: z.object({
      reason: text,
      /** Ids of images that the caller uploaded. */
      image_attachment_ids: z.array(recordId).max(100).nullish(),
      text_reason: z.string().max(longestDispute).nullish(),
      email: z.string().max(255).nullish(),
    }),
  }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.dispute_return',
});

const reasonsOfDispute = {
  method: 'GET',
  params: orderPath,
  query: none,
  body: none,
  reply: z.object({
    reasons: z.array(
      z.object({ key: z.string(), label: z.string(), label_message: messageOnWire.optional() }),
    ),
  }),
  permission: 'order.work',
  audit: null,
} as const;

export const listDisputeReasons = endpoint({
  ...reasonsOfDispute,
  name: 'listDisputeReasons',
  summary: 'Why the return of an order may be disputed, as its marketplace tells it now',
  path: '/api/stores/:storeId/orders/:referenceNumber/dispute_reasons.json',
});

/** The channel in the name of an endpoint: its marketplace type without that word. */
const wordOf = (channel: ChannelKind): string => channels[channel].marketplaceType.replace('Marketplace', '');

/** The calls that list the reasons of a channel's disputes. */
export const channelEndpoints = channelKinds.map((channel) =>
  endpoint({
    ...reasonsOfDispute,
    name: `list${wordOf(channel)}DisputeReasons`,
    summary: `Why the return of an order of ${channels[channel].label} may be disputed`,
    path: `/api/stores/:storeId/orders/:referenceNumber/${channel.replace('-', '_')}_dispute_reasons.json` as const,
  }),
);
