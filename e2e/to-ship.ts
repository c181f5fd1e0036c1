import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import { z } from 'zod';
import { ownerCaller } from './browser.ts';
import { control } from './control.ts';
import { until } from './until.ts';

/* New orders of the demo's shops. */

const placedOrder = z.object({ number: z.string() });
const listedSkus = z.array(z.object({ sku: z.string(), quantity: z.number() }));
const connectedShops = z.array(z.object({ channel: z.string(), shop: z.string() }));

interface Bought {
  /** What happens to it at the marketplace. */
  readonly events?: readonly string[];
  readonly selfCollect?: boolean;
}

/** A new order of the demo's shop on a channel, once Evenstock shows it like that. @returns its number */
export async function buyAt(
  channel: ChannelKind,
  isReady: (order: Order) => boolean,
  { events = [], selfCollect = false }: Bought = {},
): Promise<string> {
  const { call } = await ownerCaller();
  const shop = connectedShops.parse(await control('GET', '/shops')).find((one) => one.channel === channel);
  const at = `/${channel}/${String(shop?.shop)}`;
  const path = `${at}/orders`;
  const listings = listedSkus.parse(await control('GET', `${at}/listings`));
  const [most] = listings.toSorted((one, other) => other.quantity - one.quantity);
  // No journey takes this one off sale where a shop of the demo has it.
  const usual = listings.find(({ sku }) => sku === 'KOPI-O-50') ?? most;
  const lines = [{ sku: usual?.sku, quantity: 1 }];
  const placed = await control('POST', path, { lines, self_collect: selfCollect });
  const { number } = placedOrder.parse(placed);
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

/** As `buyAt`, of the Shopee shop. */
export const buyUntil = (
  isReady: (order: Order) => boolean,
  events: readonly string[] = [],
): Promise<string> => buyAt('shopee', isReady, { events });

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
