import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { none } from './fields.ts';
import { detailReply, marketplaceDetail, marketplacePath } from './marketplaces.ts';

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

export const authoriseLazada = endpoint({
  name: 'authoriseLazada',
  summary: 'Complete a Lazada authorisation with the returned code',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/authorize_lazada.json',
  params: marketplacePath,
  query: returnedQuery,
  body: none,
  reply: detailReply,
  permission: 'marketplace.authenticate',
  audit: 'marketplace.authorize',
});

export const authoriseShopee = endpoint({
  name: 'authoriseShopee',
  summary: 'Complete a Shopee authorisation with the returned code and shop',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/authorize_shopee.json',
  params: marketplacePath,
  query: returnedQuery,
  body: none,
  reply: detailReply,
  permission: 'marketplace.authenticate',
  audit: 'marketplace.authorize',
});

export const authoriseAmazonSg = endpoint({
  name: 'authoriseAmazonSg',
  summary: 'Complete an Amazon authorisation with the returned seller and code',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/authorize_amazon_sg.json',
  params: marketplacePath,
  query: returnedQuery,
  body: none,
  reply: detailReply,
  permission: 'marketplace.authenticate',
  audit: 'marketplace.authorize',
});

export const authoriseTiktok = endpoint({
  name: 'authoriseTiktok',
  summary: 'Complete a Tiktok authorisation with the returned code',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/authorize_tiktok.json',
  params: marketplacePath,
  query: returnedQuery,
  body: none,
  reply: detailReply,
  permission: 'marketplace.authenticate',
  audit: 'marketplace.authorize',
});

const qoo10Key = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, `${name} is required`)
    .max(255);

export const verifyQoo10 = endpoint({
  name: 'verifyQoo10',
  summary: 'Authorise a Qoo10 marketplace with the keys of its seller',
  method: 'PATCH',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/verify_qoo10.json',
  params: marketplacePath,
  query: none,
  body: z.object({
    marketplace: z.object({
      qapi_key_code: qoo10Key('QAPI Key Code'),
      qoo10_user_id: qoo10Key('Qoo10 user id'),
      qoo10_password: qoo10Key('Qoo10 password'),
    }),
  }),
  reply: detailReply,
  permission: 'marketplace.authenticate',
  audit: 'marketplace.authorize',
});

export const authoriseShopify = endpoint({
  name: 'authoriseShopify',
  summary: 'Complete a Shopify authorisation; `shop` is the returned host or its handle',
  method: 'POST',
  path: '/api/marketplaces/:shop/authorize_shopify.json',
  params: z.object({ shop: z.string().min(1).max(255) }),
  query: returnedQuery,
  body: none,
  reply: detailReply,
  permission: 'signed_in',
  audit: 'marketplace.authorize',
});

export const enterFromShopify = endpoint({
  name: 'enterFromShopify',
  summary: 'Shopify sends a merchant who opens the app: find the marketplace and start authorisation',
  method: 'POST',
  path: '/api/marketplaces.json',
  params: none,
  query: none,
  body: z.object({
    shop: z
      .string({ error: 'Shopify marketplace does not exist.' })
      .min(1, 'Shopify marketplace does not exist.')
      .max(255),
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
