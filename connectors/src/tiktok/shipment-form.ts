import { message } from '@evenstock/contract/messages/message';
import type { AskedField, Choice, ShipmentForm } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { callShop, dataOf } from './client.ts';
import { timeZoneOf } from './regions.ts';
import { deliveryOptions, handoverSlots, shippingProviders } from './wire.ts';
import type { HandoverSlots, Order } from './wire.ts';
import { channel } from './channel.ts';

type Method = ShipmentForm['methods'][number];
type Slot = Pick<HandoverSlots['pickup_slots'][number], 'start_time' | 'end_time'>;

/** tiktok.md 5: when and how the carrier takes this package over. */
export async function readSlots(access: Access, packageId: string): Promise<HandoverSlots> {
  const path = `/fulfillment/202309/packages/${encodeURIComponent(packageId)}/handover_time_slots`;
  return dataOf(handoverSlots, await callShop(access, { method: 'GET', path, group: 'fulfilment' }), path);
}

/** The ways to hand a package to TikTok's carrier: nothing need be answered, the earliest pickup is taken then. */
export function carrierMethods(access: Access, slots: HandoverSlots): Method[] {
  const times = slots.pickup_slots.map((slot) => ({
    value: slotKey(slot),
    label: slotLabel(access, slot),
    within: null,
  }));
  const pickup = {
    key: 'pickup',
    label: message('asked.pickup'),
    fields: times.length === 0 ? [] : [timeField(times)],
  };
  const dropOff = { key: 'dropoff', label: message('asked.drop_off'), fields: [] };
  const offered = [...(slots.can_pickup ? [pickup] : []), ...(slots.can_drop_off ? [dropOff] : [])];
  return offered.length > 0 ? offered : [{ key: 'default', label: message('asked.ship'), fields: [] }];
}

/** How a slot is called in an answer: its start and end. */
const slotKey = ({ start_time: start, end_time: end }: Slot): string => `${start}-${end}`;

/** The slot that an answer names; null where it names none. */
export function slotOf(key: string): Slot | null {
  const [, start, end] = /^(\d+)-(\d+)$/.exec(key) ?? [];
  return start === undefined || end === undefined
    ? null
    : { start_time: Number(start), end_time: Number(end) };
}

/** 'Fri 2 Jan, 08:00 – 10:00' on the clocks of the shop's region. */
function slotLabel(access: Access, { start_time: start, end_time: end }: Slot): string {
  const timeZone = timeZoneOf(access);
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const [from, to] = [new Date(start * 1000), new Date(end * 1000)];
  return `${day.format(from)}, ${hour.format(from)} – ${hour.format(to)}`;
}

const timeField = (choices: readonly Choice[]): AskedField => ({
  key: 'pickup_time_id',
  label: message('asked.pickup_time_id'),
  kind: 'choice',
  required: false,
  pattern: null,
  choices,
  within: null,
});

/** Shipping by a carrier of the seller's own: who, and under what number (tiktok.md 5: self_shipment). */
export async function ownCarrierMethod(access: Access, order: Order): Promise<Method> {
  const path = `/logistics/202309/delivery_options/${await deliveryOptionOf(access, order)}/shipping_providers`;
  const answer = await callShop(access, { method: 'GET', path, group: 'fulfilment' });
  const choices = dataOf(shippingProviders, answer, path).shipping_providers.map(({ id, name }) => ({
    value: id,
    label: name ?? id,
    within: null,
  }));
  const asked = { required: true, pattern: null, within: null };
  return {
    key: 'non_integrated',
    label: message('asked.own_carrier'),
    fields: [
      {
        ...asked,
        key: 'shipping_provider',
        label: message('asked.shipping_provider'),
        kind: 'choice',
        choices,
      },
      { ...asked, key: 'tracking_no', label: message('asked.tracking_no'), kind: 'text', choices: [] },
    ],
  };
}

/** The way of delivery whose carriers may be named: the order's, else the one of its warehouse for sellers who send themselves. */
async function deliveryOptionOf(access: Access, order: Order): Promise<string> {
  if (order.delivery_option_id !== null) return encodeURIComponent(order.delivery_option_id);
  const path = `/logistics/202309/warehouses/${encodeURIComponent(order.warehouse_id ?? '')}/delivery_options`;
  const answer = await callShop(access, { method: 'GET', path, group: 'fulfilment' });
  const own = dataOf(deliveryOptions, answer, path).delivery_options.find(
    ({ type }) => type === 'SEND_BY_SELLER',
  );
  if (own !== undefined) return encodeURIComponent(own.id);
  throw rejected('no_delivery_option', message('refusals.no_method', { channel }));
}
