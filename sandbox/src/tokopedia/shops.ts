import type { Shop } from '../core/shop.ts';
import { Failure } from './reply.ts';
import { warehouseOf } from './shop-directory.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { localDay } from './words.ts';

const usualPage = 50;

/** `GET /v1/shop/fs/{fs_id}/shop-info`: the shops that are linked to the app (tokopedia.md 8). */
export function listShops(call: TokopediaCall): object[] {
  const id = call.text('shop_id');
  const page = call.whole('page', 'SHP_DLV_001') ?? 1;
  const perPage = call.whole('per_page', 'SHP_DLV_001') ?? usualPage;
  if (page < 1 || perPage < 1) throw new Failure(400, 'SHP_DLV_001', 'page and per_page begin with 1');
  const shops = id === null ? call.directory.linked() : [call.linkedShop(id, 'SHP_USC_001')];
  return shops.slice((page - 1) * perPage, page * perPage).map((shop) => shopRow(call, shop));
}

function shopRow(call: TokopediaCall, shop: Shop): object {
  const domain = `toko-${shop.id}`;
  const owner = Number(shop.id) + 5_000_000;
  return {
    shop_id: Number(shop.id),
    user_id: owner,
    shop_name: shop.record.name,
    logo: call.core.pictureUrl('shop'),
    shop_url: `https://www.tokopedia.example/${domain}`,
    is_open: 1,
    status: 1,
    date_shop_created: localDay(shop.record.createdAt),
    domain,
    admin_id: [owner],
    reason: '',
    district_id: 2270,
    province_name: 'DKI Jakarta',
    warehouses: [
      {
        warehouse_id: warehouseOf(shop),
        warehouse_name: shop.record.name,
        is_default: 1,
        status: 1,
        address_detail: 'Jl. Contoh No. 1, Jakarta',
      },
    ],
    subscribe_tokocabang: false,
    is_mitra: false,
  };
}
