import { showShipmentForm } from '@evenstock/contract/fulfilment';
import { showOrder, type Order } from '@evenstock/contract/orders';
import { z } from 'zod';
import { ownerCaller } from './browser.ts';
import { control } from './control.ts';
import { shops } from './market.ts';
import { until } from './until.ts';

/* New orders of the demo's Shopee shop. */

const placedOrder = z.object({ number: z.string() });

/** A new order after these events, once Evenstock shows it like that. @returns its number */
export async function buyUntil(
  isReady: (order: Order) => boolean,
  events: readonly string[] = [],
): Promise<string> {
  const { call } = await ownerCaller();
  const path = `/shopee/${shops.shopee}/orders`;
  const lines = [{ sku: 'KOPI-O-50', quantity: 1 }];
  const { number } = placedOrder.parse(await control('POST', path, { lines }));
  for (const event of events) await control('POST', `${path}/${number}/${event}`, {});
  const params = { storeId: 'demo-store', referenceNumber: number };
  const isShown = () =>
    call(showOrder, { params }).then(
      ({ order }) => isReady(order),
      () => false,
    );
  await until(isShown, true);
  return number;
}

/** A new order that waits to be shipped, whose buyer chose this way. @returns its number */
export async function buyToShip(way: 'pickup' | 'dropoff'): Promise<string> {
  const { call } = await ownerCaller();
  for (;;) {
    const number = await buyUntil(({ actions }) => actions.includes('ship'));
    const params = { storeId: 'demo-store', referenceNumber: number };
    const { shipment_form } = await call(showShipmentForm, { params });
    if (shipment_form.methods[0]?.key === way) return number;
  }
}
