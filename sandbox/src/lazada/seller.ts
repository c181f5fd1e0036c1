import { placesOf } from '../core/places.ts';
import type { ShopCall } from './shop-call.ts';
import { sellerEmail, shortCode } from './tokens.ts';
import { warehouseCode } from './words.ts';

/** `/seller/get` (lazada.md 8). */
export function readSeller({ shop, core }: ShopCall): object {
  return {
    seller_id: Number(shop.id),
    name: shop.record.name,
    name_company: `${shop.record.name} Pte Ltd`,
    short_code: shortCode(shop),
    logo_url: core.pictureUrl('logo'),
    email: sellerEmail(shop),
    cb: false,
    location: 'Singapore',
    status: 'ACTIVE',
    verified: true,
    marketplaceEaseMode: false,
  };
}

/** What the seller's main warehouse is called. */
export const mainWarehouse = 'Main warehouse';

/** `/seller/warehouse/get` (lazada.md 6.3): the seller's own. */
export function listWarehouses({ shop }: ShopCall): object {
  return {
    module: placesOf(shop).map(({ key, name, isActive }) => ({
      code: warehouseCode(key),
      name: name ?? mainWarehouse,
      detailAddress: '1 Paya Lebar Link, Singapore',
      defaultAddress: key === null,
      status: isActive ? 'ACTIVE' : 'INACTIVE',
    })),
  };
}
