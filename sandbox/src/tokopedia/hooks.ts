import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Item, Order, OrderEventName } from '../core/records.ts';
import type { Offer, Shop, ShopEvent } from '../core/shop.ts';
import type { Core, Notice } from '../core/simulator.ts';
import {
  acceptsPartial,
  addressOf,
  amountsOf,
  logisticsOf,
  productOfLine,
  weightOf,
} from './order-fields.ts';
import type { OrderRecords } from './order-records.ts';
import { productIdOf } from './product-ids.ts';
import { recipientOf } from './recipient.ts';
import type { HookField, Registration } from './registration.ts';
import { warehouseOf } from './shop-directory.ts';
import { hmacOf } from './signature.ts';
import { productStatus, rupiah } from './words.ts';

const active = 1;

/** Events that do not change an order's status. */
const wishes: ReadonlySet<OrderEventName> = new Set([
  'request_cancellation',
  'withdraw_cancellation',
  'reject_cancellation',
]);

/** Sends a notice to an address, not before an instant. */
type Send = (shop: Shop, notice: Notice, url: string, notBefore: number) => void;

/** Notices to the app, flat and with the capital `Name` of the vendor's (tokopedia.md 7). */
export class Hooks {
  readonly #fsId: number;
  readonly #registration: Registration;
  readonly #book: OrderRecords;
  readonly #send: Send;
  /** The status of each product in its last webhook. */
  readonly #statuses: Table<number>;

  constructor(context: {
    core: Core;
    fsId: string;
    registration: Registration;
    book: OrderRecords;
    send: Send;
  }) {
    this.#fsId = Number(context.fsId);
    this.#registration = context.registration;
    this.#book = context.book;
    this.#send = context.send;
    this.#statuses = context.core.table('tokopedia/told-statuses', z.int());
  }

  /** Sends the webhooks for an event of a shop. */
  notify(shop: Shop, shopEvent: ShopEvent): void {
    if (shopEvent.kind === 'order') this.#notifyOrder(shop, shopEvent.order, shopEvent.event.name);
    else if (shopEvent.kind === 'stock') this.#notifyStock(shop, shopEvent);
    else if (shopEvent.kind === 'price')
      this.#notifyChange(
        shop,
        shopEvent,
        'price_changes',
        rupiah(shopEvent.variant.price),
        rupiah(shopEvent.before),
      );
    else if (shopEvent.kind === 'item') this.#notifyStatuses(shop, shopEvent.item);
  }

  /** A product without a webhook so far counts as active. */
  #notifyStatuses(shop: Shop, item: Item): void {
    for (const variant of item.variants) {
      const offer = { item, variant };
      const id = productIdOf(offer);
      const status = productStatus(item, variant);
      const before = this.#statuses.get(id) ?? active;
      this.#statuses.put(id, status);
      if (status !== before) this.#notifyChange(shop, offer, 'status_changes', status, before);
    }
  }

  #notifyOrder(shop: Shop, order: Order, event: OrderEventName): void {
    const isPaidNow = event === 'pay' || (event === 'place' && order.paidAt !== null);
    if (isPaidNow) this.post(shop, 'order_notification_url', this.notification(shop, order), order.visibleAt);
    if (event === 'request_cancellation')
      this.post(shop, 'order_request_cancellation_url', { order_id: Number(order.id) }, order.visibleAt);
    if (event === 'cancel')
      this.post(shop, 'order_cancellation_url', this.statusOf(shop, order), order.visibleAt);
    if (!wishes.has(event)) this.orderStatus(shop, order);
  }

  /** Sends the order's new status. */
  orderStatus(shop: Shop, order: Order): void {
    this.post(shop, 'order_status_url', this.statusOf(shop, order), order.visibleAt);
  }

  #notifyStock(shop: Shop, shopEvent: ShopEvent & { kind: 'stock' }): void {
    const now = shopEvent.variant.stock.sellable;
    const { sellable: before } = shopEvent.before;
    const action =
      shopEvent.cause !== 'order' ? 'stock_overwrite' : now < before ? 'stock_decrement' : 'stock_increment';
    if (now !== before) this.#notifyChange(shop, shopEvent, action, now, before);
  }

  #notifyChange(shop: Shop, offer: Offer, action: string, value: number, before: number): void {
    this.post(shop, 'product_changes_url', {
      fs_id: this.#fsId,
      product_changes_data: [
        {
          action,
          product_id: Number(productIdOf(offer)),
          shop_id: Number(shop.id),
          warehouse_id: warehouseOf(shop),
          value,
          previous_value: before,
          update_time: new Date(offer.item.updatedAt).toISOString(),
          is_default_warehouse: true,
        },
      ],
    });
  }

  /** An upload of edits is done. */
  uploadDone(shop: Shop, upload: { id: number; total: number; done: readonly string[] }): void {
    this.post(shop, 'product_edit_url', {
      upload_id: upload.id,
      shop_id: Number(shop.id),
      user_id: Number(shop.id) + 5_000_000,
      fs_id: this.#fsId,
      status: 'DONE',
      total_data: upload.total,
      success_rows_data: upload.done.map((id) => ({ product_id: Number(id) })),
    });
  }

  post(
    shop: Shop,
    field: HookField,
    payload: object,
    notBefore = 0,
    url = this.#registration.urlOf(field),
  ): void {
    if (url === null) return;
    const body = JSON.stringify(payload);
    const secret = this.#registration.secret;
    const topic = field.replace(/_url$/, '');
    const headers = (_to: string, sent: string): Record<string, string> => ({
      'content-type': 'application/json',
      'Authorization-Hmac': hmacOf(secret, sent),
    });
    this.#send(shop, { topic, body, headers }, url, notBefore);
  }

  /** The body for `order_status_url`. */
  statusOf(shop: Shop, order: Order): object {
    return {
      order_status: this.#book.status(shop, order),
      fs_id: this.#fsId,
      shop_id: Number(shop.id),
      warehouse_id: warehouseOf(shop),
      order_id: Number(order.id),
      product_details: productsIn(shop, order),
    };
  }

  /** The body for `order_notification_url` of a paid order. */
  notification(shop: Shop, order: Order): object {
    const { id, name, phone, email } = recipientOf(order);
    return {
      fs_id: this.#fsId,
      order_id: Number(order.id),
      invoice_num: order.number,
      accept_partial: acceptsPartial(order),
      products: productsIn(shop, order),
      customer: { id, Name: name, phone, email },
      recipient: { Name: name, phone, address: addressOf(order) },
      shop_id: Number(shop.id),
      warehouse_id: warehouseOf(shop),
      shop_name: shop.record.name,
      payment_id: Number(order.id) + 7,
      logistics: logisticsOf(order),
      amt: amountsOf(order),
      dropshipper_info: {},
      voucher_info: { voucher_code: '', voucher_type: 0 },
      device_type: '',
      create_time: Math.floor(order.createdAt / 1000),
      order_status: this.#book.status(shop, order),
      custom_fields: { awb: order.tracking ?? '' },
      encryption: { secret: '', content: '' },
      bundle_detail: null,
    };
  }
}

function productsIn(shop: Shop, order: Order): object[] {
  return order.lines.map((line) => ({
    id: Number(productOfLine(shop, line)),
    Name: line.name,
    notes: order.remarks,
    currency: 'Rp',
    weight: weightOf(1),
    total_weight: weightOf(line.quantity),
    price: rupiah(line.unitPrice),
    total_price: rupiah(line.unitPrice) * line.quantity,
    quantity: line.quantity,
    sku: line.sku,
  }));
}
