import { createRandom } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import { isIndonesian, regionOf, siteOf } from './region.ts';
import type { Endpoint } from './shop-call.ts';

/** What calls name a shop by. */
export function cipherOf(shop: Shop): string {
  return `ROW_${createRandom('tiktok', 'cipher', shop.id).hex(24)}`;
}

/** Sections 8 and 1.1: which shops the token is for, and the end of the authorisation. */
export const shopEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/authorization/:version/shops',
    versions: ['202309'],
    nature: 'read',
    ofAccount: true,
    answer: ({ shop }) => ({
      shops: [
        {
          id: shop.id,
          name: shop.record.name,
          region: regionOf(shop),
          seller_type: 'LOCAL',
          cipher: cipherOf(shop),
          code: `${siteOf(shop).codePrefix}${createRandom('tiktok', 'code', shop.id).hex(6).toUpperCase()}`,
        },
      ],
    }),
  },
  {
    method: 'DELETE',
    path: '/authorization/:version/shops',
    versions: ['202403'],
    nature: 'write',
    answer: ({ core, shop }) => {
      core.grants.revoke('tiktok', shop.id);
      return {};
    },
  },
  {
    method: 'GET',
    path: '/seller/:version/shops',
    versions: ['202309'],
    nature: 'read',
    ofAccount: true,
    answer: ({ shop }) => ({ shops: [{ id: shop.id, region: regionOf(shop) }] }),
  },
  {
    method: 'GET',
    path: '/seller/:version/permissions',
    versions: ['202309'],
    nature: 'read',
    ofAccount: true,
    answer: ({ shop }) => ({ permissions: isIndonesian(shop) ? [] : ['MANAGE_GLOBAL_PRODUCT'] }),
  },
  {
    method: 'GET',
    path: '/seller/:version/status',
    versions: ['202508'],
    nature: 'read',
    ofAccount: true,
    answer: ({ shop }) => ({
      seller_status_data: { seller_status: '2', shop_statuses: [{ shop_id: shop.id, shop_status: '2' }] },
    }),
  },
];
