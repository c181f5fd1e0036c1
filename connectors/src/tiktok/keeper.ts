import type { Access } from '../kit/access.ts';
import type { Locations } from '../kit/locations.ts';
import { callShop, dataOf } from './client.ts';
import { warehouses } from './wire.ts';

/** Who keeps and sends (tiktok.md 4.2, 9: `fulfillment_type`); null where it is not told, or in a word that is not known. */
export function keeperOf(type: string | null): 'seller' | 'marketplace' | null {
  if (type === null) return null;
  if (/SELLER/i.test(type)) return 'seller';
  return /TIKTOK|TOKOPEDIA|DILAYANI|PLATFORM|\bFBT\b/i.test(type) ? 'marketplace' : null;
}

/** Whether units in a warehouse are among those that are kept here. A write must name every warehouse, so all are reported (3.3). */
export const isKeptHere = (access: Access, warehouseId: string | null): boolean =>
  access.locations === undefined || warehouseId === null || access.locations.includes(warehouseId);

/** The seller's warehouses to sell from (tiktok.md 3.4). Those chosen are one number. */
export const locations: Locations = {
  areSummed: true,
  async list(access) {
    const path = '/logistics/202309/warehouses';
    const answer = await callShop(access, { method: 'GET', path, group: 'shop' });
    return dataOf(warehouses, answer, path)
      .warehouses.filter(({ type }) => type !== 'RETURN_WAREHOUSE')
      .map((each) => ({
        id: each.id,
        name: each.name ?? each.id,
        keptBy: keeperOf(each.sub_type ?? each.type) ?? 'seller',
        isActive: each.effect_status !== 'DISABLED',
      }));
  },
};
