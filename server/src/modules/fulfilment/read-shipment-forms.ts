import { channels } from '@evenstock/contract/channels/channels';
import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import type { MassForm } from '@evenstock/contract/fulfilment/mass-forms';
import type { Context } from '../../context.ts';
import type { StoreScope } from '../../api/routing.ts';
import { readMassForms } from '../orders/acts/read-mass-forms.ts';
import { pickupActionOf } from './confirm-pickup.ts';
import { leaveOutRequested } from './ship-order.ts';
import { describeShipmentForm } from './show-shipment-form.ts';

/** Reads the forms for shipping orders, or for setting them ready to collect. See `readMassForms`. */
export const readShipmentForms = (
  ctx: Context,
  store: StoreScope,
  ids: readonly number[],
  action: 'ship' | 'ready_to_collect',
  userId: number | null = null,
): Promise<{ forms: MassForm<ShipmentForm>[] }> =>
  readMassForms(
    ctx,
    store.id,
    ids,
    () => action,
    (order) => {
      if (action === 'ship') leaveOutRequested(order);
      return describeShipmentForm(ctx, order, action, userId);
    },
  );

/** Lists which orders can be picked up, and whether their buyers show a coupon. See `readMassForms`. */
export const readPickupForms = (
  ctx: Context,
  store: StoreScope,
  ids: readonly number[],
): Promise<{ forms: MassForm<{ has_coupon: boolean; is_recorded_here: boolean }>[] }> =>
  readMassForms(ctx, store.id, ids, pickupActionOf, (order) =>
    Promise.resolve({
      has_coupon: channels[order.channel].pickup.hasCoupon,
      is_recorded_here: order.recordedHere.includes(pickupActionOf(order)),
    }),
  );
