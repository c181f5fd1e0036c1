import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { detailReply, marketplacePath } from '../marketplaces/marketplaces.ts';

export const pullMarketplace = endpoint({
  name: 'pullMarketplace',
  summary: 'Pull products and orders of one marketplace now',
  method: 'POST',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/pull.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: detailReply,
  permission: 'product.work',
  audit: 'marketplace.pull',
});
