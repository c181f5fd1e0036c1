import type { Order, OrderEvent } from '../core/records.ts';
import type { Shop, ShopEvent } from '../core/shop.ts';
import { hasModels, seconds } from './products.ts';
import { packageNumber } from './orders.ts';
import type { Records } from './records.ts';
import { followReturn } from './return-records.ts';
import { logisticsStatus, orderStatus } from './words.ts';

/** One push before it is signed: its code and data (7). */
export interface Push {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Codes 1 and 2 carry the app instead of the shop. */
  readonly ofApp?: boolean;
  readonly notBefore?: number;
}

/** What Shopee pushes for a piece of shopEvent. There is none for a seller's ordinary stock edit. */
export function pushesFor(records: Records, shop: Shop, shopEvent: ShopEvent): Push[] {
  switch (shopEvent.kind) {
    case 'order':
      return orderPushes(records, shop, shopEvent.order, shopEvent.event);
    case 'granted':
      return [
        {
          code: 1,
          ofApp: true,
          data: { authorize_type: 'shop authorization', extra: '', shop_id: Number(shop.id), success: 1 },
        },
      ];
    case 'revoked':
      return [
        {
          code: 2,
          ofApp: true,
          data: {
            authorize_type: 'user cancel shop authorization',
            extra: '',
            shop_id: Number(shop.id),
            success: 1,
          },
        },
      ];
    case 'stock':
      return reservePushes(shop, shopEvent);
    case 'price':
      return [
        {
          code: 22,
          data: {
            item_id: Number(shopEvent.item.id), model_id: modelId(shopEvent), update_field: 'original_price', old_value: shopEvent.before / 100, new_value: shopEvent.variant.price / 100,
            update_time: seconds(shopEvent.item.updatedAt),
          },
        },
      ]; // oxfmt-ignore
    case 'item':
      return shopEvent.item.status === 'banned'
        ? [
            {
              code: 16,
              data: {
                item_id: Number(shopEvent.item.id), item_name: shopEvent.item.name, item_status: 'BANNED', deboost: false, item_status_details: [], deboost_details: [],
              },
            },
          ] // oxfmt-ignore
        : [];
  }
}

function orderPushes(records: Records, shop: Shop, order: Order, event: OrderEvent): Push[] {
  const pushes = [statusPush(order)];
  if (event.name === 'pack' && order.tracking !== null) pushes.push(trackingPush(order));
  if (movesParcel.includes(event.name)) pushes.push(packagePush(order));
  const changed = followReturn(records, shop, order, event);
  if (changed !== null) pushes.push(returnPush(order.number, changed, event.at, order.visibleAt));
  return pushes;
}

const movesParcel: readonly OrderEvent['name'][] = ['pack', 'unpack', 'ship', 'deliver', 'collect', 'cancel'];

function statusPush(order: Order): Push {
  const data = {
    ordersn: order.number,
    status: orderStatus(order),
    completed_scenario: '',
    update_time: seconds(order.updatedAt),
    items: [],
  };
  return { code: 3, notBefore: order.visibleAt, data };
}

function trackingPush(order: Order): Push {
  const data = {
    ordersn: order.number,
    forder_id: packageNumber(order),
    package_number: packageNumber(order),
    tracking_no: order.tracking,
  };
  return { code: 4, notBefore: order.visibleAt, data };
}

function packagePush(order: Order): Push {
  const data = {
    ordersn: order.number,
    package_number: packageNumber(order),
    fulfillment_status: logisticsStatus(order),
    update_time: seconds(order.updatedAt),
  };
  return { code: 30, notBefore: order.visibleAt, data };
}

/** A parcel got its number. */
export function trackedPushes(order: Order): Push[] {
  return [statusPush(order), trackingPush(order), packagePush(order)];
}

export function documentPush(order: Order): Push {
  return { code: 15, data: { ordersn: order.number, package_number: packageNumber(order), status: 'READY' } };
}

export function returnPush(
  order: string,
  change: { readonly sn: string; readonly before: string; readonly after: string },
  at: number,
  notBefore = 0,
): Push {
  const row = {
    update_field: 'return_status',
    old_value: change.before,
    new_value: change.after,
    update_time: seconds(at),
  };
  return { code: 29, notBefore, data: { order_sn: order, return_sn: change.sn, updated_values: [row] } };
}

function reservePushes(shop: Shop, shopEvent: Extract<ShopEvent, { kind: 'stock' }>): Push[] {
  const { item, variant, before, cause } = shopEvent;
  if (before.reserved === variant.stock.reserved) return [];
  const about = {
    item_id: Number(item.id),
    variation_id: modelId(shopEvent),
    promotion_type: 'campaign',
    promotion_id: 5_001,
  };
  if (cause === 'seller') {
    const action = variant.stock.reserved > before.reserved ? 'promo_lock_stock' : 'promo_end';
    return [
      {
        code: 7,
        data: {
          ...about,
          action,
          reserved_stock: variant.stock.reserved,
          start_time: seconds(item.updatedAt),
          end_time: seconds(item.updatedAt) + 86_400,
        },
      },
    ];
  }
  const changed = [{ name: 'reserved_stock', old: before.reserved, new: variant.stock.reserved }];
  const action = variant.stock.reserved < before.reserved ? 'place_order' : 'cancel_order';
  return [
    {
      code: 8,
      data: {
        shop_id: Number(shop.id),
        ...about,
        changed_values: changed,
        action,
        ordersn: '',
        update_time: seconds(item.updatedAt),
      },
    },
  ];
}

function modelId({ item, variant }: Pick<Extract<ShopEvent, { kind: 'stock' }>, 'item' | 'variant'>): number {
  return hasModels(item) ? Number(variant.id) : 0;
}
