import type { ShopCall } from './shop-call.ts';
import { sellerEmail, shortCode } from './tokens.ts';

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
