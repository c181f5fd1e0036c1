import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import { rejected, unexpected } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { callShop, responseOf } from './client.ts';
import { detailsOf } from './orders.ts';
import { keeperOf } from './order.ts';
import { arrangedStatuses, parcelStages } from './order-statuses.ts';
import type { ParcelStage } from './order-statuses.ts';
import { orderDetails } from './wire.ts';
import { orderNow, packageDetails } from './wire-actions.ts';
import { channel } from './channel.ts';

/** The part of an order that actions need (shopee.md 4.1). */
export interface OrderNow {
  readonly number: string;
  readonly status: string;
  readonly region: string | null;
  readonly isCod: boolean;
  readonly keptBy: 'seller' | 'marketplace' | null;
  readonly isSelfCollected: boolean;
  readonly cancellationRequested: boolean;
  readonly someCancelled: boolean;
  /** Parcels in Shopee's order; empty while the order has none. */
  readonly packageNumbers: readonly string[];
}

export interface Parcel {
  /** Null where Shopee has not numbered it: the calls then take the order's number alone. */
  readonly packageNumber: string | null;
  readonly stage: ParcelStage;
  /** Its shipment is arranged, and Shopee has not given it a tracking number yet (shopee.md 5.2). */
  readonly awaitsNumber: boolean;
}

/** Reads one order now. Throws `rejected` when the shop has no such order. */
export async function readOrderNow(access: Access, number: string): Promise<OrderNow> {
  for (const answer of await detailsOf(access, [number])) {
    if ('missing' in answer) throw rejected('order_not_found', message('refusals.order_gone', { channel }));
    if ('reason' in answer) throw rejected('order_unreadable', answer.reason);
    const [record] = responseOf(orderDetails, answer, 'get_order_detail').order_list;
    if (record === undefined) continue;
    const raw = parseReply(orderNow, record, 'get_order_detail');
    return {
      number,
      status: raw.order_status,
      region: raw.region,
      isCod: raw.cod,
      keptBy: keeperOf(raw.fulfillment_flag),
      isSelfCollected: raw.is_buyer_shop_collection,
      cancellationRequested:
        raw.order_status === 'IN_CANCEL' || raw.item_list.some((line) => line.cancel_requested_qty > 0),
      someCancelled: raw.item_list.some((line) => line.cancelled_qty > 0),
      packageNumbers: raw.package_list.flatMap((each) => each.package_number ?? []),
    };
  }
  // An answer without the order says nothing of it.
  throw unexpected(message('answers.order_not_described', { channel }));
}

/**
 * The parcels of an order with their stages (shopee.md 4: get_package_detail). One that is ready and has `is_shipment_arranged` was
 * shipped already and awaits its number (5.2).
 */
export async function readParcels(access: Access, order: OrderNow): Promise<readonly Parcel[]> {
  if (order.packageNumbers.length === 0) {
    const stage = arrangedStatuses.has(order.status) ? 'arranged' : 'ready';
    return [{ packageNumber: null, stage, awaitsNumber: false }];
  }
  const path = '/api/v2/order/get_package_detail';
  const query = { package_number_list: order.packageNumbers.join(',') };
  const details = responseOf(packageDetails, await callShop(access, { method: 'GET', path, query }), path);
  return order.packageNumbers.map((packageNumber) => {
    const found = details.package_list.find((each) => each.package_number === packageNumber);
    const stage = parcelStages[found?.fulfillment_status ?? ''] ?? 'unknown';
    const awaitsNumber = stage === 'ready' && found?.is_shipment_arranged === true;
    return { packageNumber, stage: awaitsNumber ? 'arranged' : stage, awaitsNumber };
  });
}
