import { z } from 'zod';
import { channelKinds, channels, type ChannelKind, type KeysConsent } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { detailReply, marketplaceDetail, marketplacePath } from '../marketplaces/marketplaces.ts';
import { fault } from '../messages/message.ts';

export const beginAuthorisation = endpoint({
  name: 'beginAuthorisation',
  summary: 'Start authorisation: the address to send the browser to',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/authenticate.json',
  params: marketplacePath,
  query: none,
  body: none,
  /** Null: nobody is sent anywhere, the shop is authorised now. */
  reply: z.object({
    authentication_url: z.string().nullable(),
    state: z.string().nullable(),
    marketplace: marketplaceDetail,
  }),
  permission: 'marketplace.authenticate',
  audit: 'marketplace.authenticate',
});

const returned = z.string().max(4096);
/** Everything that the provider's return carried, `state` included where the channel can carry it. */
const returnedQuery = z.record(z.string().max(64), returned);

/** The channel in the name of an endpoint: its marketplace type without that word. */
const wordOf = (channel: ChannelKind): string => channels[channel].marketplaceType.replace('Marketplace', '');

const completionOf = (channel: ChannelKind, path: string) =>
  endpoint({
    name: `authorise${wordOf(channel)}`,
    summary: `Complete an authorisation at ${channels[channel].label} with what its return carried`,
    method: 'POST',
    path: `/api/stores/:storeId/marketplaces/:marketplaceId/${path}.json`,
    params: marketplacePath,
    query: returnedQuery,
    body: none,
    reply: detailReply,
    permission: 'marketplace.authenticate',
    audit: 'marketplace.authorize',
  });

const completionByShopOf = (channel: ChannelKind, path: string) =>
  endpoint({
    name: `authorise${wordOf(channel)}`,
    summary: `Complete an authorisation at ${channels[channel].label}; \`shop\` is the returned host or its handle`,
    method: 'POST',
    path: `/api/marketplaces/:shop/${path}.json`,
    params: z.object({ shop: z.string().min(1).max(255) }),
    query: returnedQuery,
    body: none,
    reply: detailReply,
    permission: 'signed_in',
    audit: 'marketplace.authorize',
  });

const keysOf = (channel: ChannelKind, { path, keys }: KeysConsent) =>
  endpoint({
    name: `verify${wordOf(channel)}`,
    summary: `Authorise a marketplace of ${channels[channel].label} with the keys of its seller`,
    method: 'PATCH',
    path: `/api/stores/:storeId/marketplaces/:marketplaceId/${path}.json`,
    params: marketplacePath,
    query: none,
    body: z.object({
      marketplace: z.object(
        Object.fromEntries(
          keys.map(({ field, label }) => [field, typedKey(fault('api.required', { field: label.en }))]),
        ),
      ),
    }),
    reply: detailReply,
    permission: 'marketplace.authenticate',
    audit: 'marketplace.authorize',
  });

const typedKey = (error: string) => z.string({ error }).trim().min(1, error).max(255);

const entryOf = (channel: ChannelKind) => {
  const { label } = channels[channel];
  const missing = fault('connections.shop_missing', { channel: label });
  return endpoint({
    name: `enterFrom${wordOf(channel)}`,
    summary: `${label} sends a merchant who opens the app: find the marketplace and start authorisation`,
    method: 'POST',
    path: '/api/marketplaces.json',
    params: none,
    query: none,
    body: z.object({
      shop: z.string({ error: missing }).min(1, missing).max(255),
      params: returnedQuery.optional(),
    }),
    reply: z.object({
      state: z.string(),
      store: z.object({ slug: z.string() }),
      slug: z.string(),
      authentication_url: z.string(),
    }),
    permission: 'signed_in',
    audit: 'marketplace.authenticate',
  });
};

/** Channels whose return is completed at the marketplace that it is for. */
export const completions = channelKinds.flatMap((channel) => {
  const { consent } = channels[channel];
  if (consent.by !== 'redirect' || consent.names === 'shop') return [];
  return [{ channel, consent, endpoint: completionOf(channel, consent.path) }];
});
export const completionAt = (channel: ChannelKind) => at(completions, channel);

/** Channels whose return names the shop, and no marketplace. */
export const completionsByShop = channelKinds.flatMap((channel) => {
  const { consent } = channels[channel];
  if (consent.by !== 'redirect' || consent.names !== 'shop') return [];
  return [{ channel, consent, endpoint: completionByShopOf(channel, consent.path) }];
});
export type CompletionByShop = (typeof completionsByShop)[number];
export const completionByShopAt = (channel: ChannelKind): CompletionByShop => at(completionsByShop, channel);

/** Channels that send merchants here who open the app there. */
export const entries = channelKinds.flatMap((channel) => {
  const { consent } = channels[channel];
  if (consent.by !== 'redirect' || consent.entryPath === null) return [];
  return [{ channel, path: consent.entryPath, endpoint: entryOf(channel) }];
});
export type Entry = (typeof entries)[number];
export const entryAt = (channel: ChannelKind): Entry => at(entries, channel);

/** Channels whose seller types in keys. */
export const verifications = channelKinds.flatMap((channel) => {
  const { consent } = channels[channel];
  return consent.by === 'keys' ? [{ channel, consent, endpoint: keysOf(channel, consent) }] : [];
});
export const verificationAt = (channel: ChannelKind) => at(verifications, channel);

function at<T extends { readonly channel: ChannelKind }>(calls: readonly T[], channel: ChannelKind): T {
  const found = calls.find((one) => one.channel === channel);
  if (found === undefined) throw new Error(`${channels[channel].label} has no such call.`);
  return found;
}

/** The calls that only some channels have. */
export const channelEndpoints = [completions, completionsByShop, entries, verifications].flatMap((calls) =>
  calls.map((one) => one.endpoint),
);

export const listLogistics = endpoint({
  name: 'listLogistics',
  summary: 'The ways of delivery that a shop has, by id',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/logistics.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: z.object({
    logistics: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        fee_type: z.string(),
        enabled: z.boolean(),
        has_cod: z.boolean(),
      }),
    ),
  }),
  permission: 'marketplace.view',
  audit: null,
});

export const showRawAccount = endpoint({
  name: 'showRawAccount',
  summary: 'What the marketplace itself answers about the shop, as it came',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/raw_response.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: z.object({ answers: z.array(z.object({ call: z.string(), status: z.number(), body: z.string() })) }),
  permission: 'platform.inspect',
  audit: null,
});
