import type { Order, OrderEvent } from '../core/records.ts';
import type { Offer, Shop, ShopEvent } from '../core/shop.ts';
import type { Notice, NoticeRules } from '../core/simulator.ts';
import { pushAuthorization } from './signature.ts';
import { shopSku } from './orders.ts';
import type { Unit, UnitMarks } from './units.ts';
import { noStock, stockAt } from '../core/places.ts';
import { site, warehouseCode } from './words.ts';

/** Taken by HTTP 200 within half a second; else every 30 minutes, up to 12 times (lazada.md 7). */
export const pushRules: NoticeRules = {
  accepted: (status) => status === 200,
  timeoutSeconds: 0.5,
  retries: Array.from({ length: 12 }, () => 30 * 60),
};

const shallowStock = 5;

/** One message before it is put in its envelope. */
export interface Push {
  readonly type: number;
  readonly data: object;
}

/** Order messages: the status of each unit that changed, the reverse order if there is one, the package if there is one. */
export function orderPushes(
  shop: Shop,
  order: Order,
  event: OrderEvent,
  changed: readonly Unit[],
  marks: UnitMarks | undefined,
): Push[] {
  const time = Math.floor(event.at / 1000);
  const reverseOrderId = marks?.reverseOrderId ?? '';
  const reverse = reverseStatuses[event.name];
  const packageStatus = order.tracking === null ? undefined : packageStatuses[event.name];
  const pushes: Push[] = changed.map((unit) => ({
    type: 0,
    data: {
      order_status: unit.status,
      trade_order_id: order.id,
      trade_order_line_id: unit.id,
      status_update_time: time,
      ...(reverse === undefined ? {} : { reverse_order_id: reverseOrderId, reverse_order_line_id: unit.id }),
    },
  }));
  if (reverse !== undefined) {
    for (const unit of changed) {
      pushes.push({
        type: 10,
        data: {
          reverse_order_id: reverseOrderId,
          reverse_order_line_id: unit.id,
          trade_order_id: order.id,
          trade_order_line_id: unit.id,
          reverse_status: reverse,
          buyer_id: String(900_000 + order.buyer),
          seller_id: shop.id,
          status_update_time: time,
        },
      });
    }
  }
  for (const parcel of packageStatus === undefined ? [] : (marks?.packages ?? [])) {
    if (parcel.status === 'canceled' && event.name !== 'cancel') continue;
    pushes.push({
      type: 14,
      data: {
        trade_order_id: order.id,
        fulfillment_package_id: parcel.id,
        buyer_id: String(900_000 + order.buyer),
        status: packageStatus,
        status_update_time: time,
      },
    });
  }
  return pushes;
}

/** The push for one unit whose status changed without the others. */
export function statusPush(order: Order, unit: Unit, at: number): Push {
  return {
    type: 0,
    data: {
      order_status: unit.status,
      trade_order_id: order.id,
      trade_order_line_id: unit.id,
      status_update_time: Math.floor(at / 1000),
    },
  };
}

const reverseStatuses: Partial<Record<OrderEvent['name'], string>> = {
  request_cancellation: 'CANCEL_INIT',
  cancel: 'CANCEL_SUCCESS',
  withdraw_return: 'RTM_CANCELED',
  reject_return: 'RTM_CANCELED',
  request_return: 'RTM_INIT',
  return: 'REFUND_SUCCESS',
};

const packageStatuses: Partial<Record<OrderEvent['name'], string>> = {
  ship: 'READY_TO_SHIP',
  deliver: 'DELIVERED',
  cancel: 'CANCELLED',
};

/** Messages about items and their stock. */
export function listingPushes(shopEvent: ShopEvent, now: number): Push[] {
  if (shopEvent.kind === 'item') {
    const type = { made: 3, edited: 4, deleted: 5 }[shopEvent.change];
    const action = { made: 'create', edited: 'update', deleted: 'delete' }[shopEvent.change];
    const skus = shopEvent.item.variants.map(({ id, sku }) => ({
      sku_id: id,
      seller_sku: sku,
      shop_sku: shopSku(shopEvent.item.id, id),
    }));
    return [
      {
        type,
        data: {
          item_id: shopEvent.item.id,
          sku_list: skus,
          action,
          status_update_time: Math.floor(now / 1000),
        },
      },
    ];
  }
  if (
    shopEvent.kind === 'stock' &&
    (stockAt(shopEvent.variant, shopEvent.place)?.sellable ?? 0) < shallowStock &&
    shopEvent.before.sellable >= shallowStock
  ) {
    return [{ type: 6, data: shallow(shopEvent) }];
  }
  return [];
}

function shallow({ variant, place }: Offer & { readonly place: string | null }): object {
  const stock = stockAt(variant, place) ?? noStock;
  return {
    sku_id: variant.id,
    seller_sku: variant.sku,
    warehouse: warehouseCode(place),
    real_quantity: stock.sellable,
    withhold_quantity: stock.held,
    occupy_quantity: stock.occupied,
    pre_order_quantity: 0,
  };
}

/** The message as it is sent; its signature covers these very bytes. */
export function pushNotice(
  app: { readonly id: string; readonly secret: string },
  shop: Shop,
  push: Push,
  now: number,
): Notice {
  const isAboutOrders = push.type === 0;
  const body = JSON.stringify({
    seller_id: shop.id,
    message_type: push.type,
    data: push.data,
    timestamp: isAboutOrders ? now : Math.floor(now / 1000),
    site: site.message,
  });
  return {
    topic: String(push.type),
    body,
    headers: (_to, sent) => ({
      'content-type': 'application/json',
      authorization: pushAuthorization(app.id, app.secret, sent),
    }),
  };
}
