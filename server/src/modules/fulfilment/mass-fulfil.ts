import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  massPickupProof,
  massShipment,
  type massPickup as massPickupEndpoint,
  type massSetReadyToCollect as massSetReadyEndpoint,
  type massShipOrders as massShipEndpoint,
} from '@evenstock/contract/fulfilment/mass-actions';
import type { Answer, Call } from '../../api/routing.ts';
import { massActAtMarketplace } from '../orders/acts/mass-act-at-marketplace.ts';
import { defineMassAct, startMassAct } from '../orders/acts/mass-act.ts';
import { beginLabels } from './label-run.ts';
import { pickUpForMass } from './confirm-pickup.ts';
import { setReadyForMass } from './set-ready-to-collect.ts';
import { askedShipmentOf, leaveOutRequested, shipping } from './ship-order.ts';

/** Ships selected orders, each with its own answers. */
export const massShipOperation = defineMassAct({
  kind: 'order.mass_ship',
  entry: massShipment,
  act: (ctx, operation, order, given) =>
    massActAtMarketplace(ctx, operation, order, shipping, given, (read) => {
      leaveOutRequested(read);
      return askedShipmentOf(ctx, read, given);
    }),
  async finish(tx, ctx, operation, { paper }) {
    if (paper !== undefined) await beginLabels(tx, ctx, operation, paper);
  },
});

/** Sets selected orders ready for their buyers to collect. */
export const massSetReadyOperation = defineMassAct({
  kind: 'order.mass_set_ready_to_collect',
  entry: massShipment,
  act: setReadyForMass,
});

/** Confirms that buyers have collected selected orders. */
export const massPickupOperation = defineMassAct({
  kind: 'order.mass_pickup',
  entry: massPickupProof,
  act: pickUpForMass,
});

type ShipReply = CallReply<typeof massShipEndpoint>;

/** Starts to ship orders. See `startMassAct`. */
export const massShipOrders = (call: Call<typeof massShipEndpoint>): Promise<ShipReply | Answer<ShipReply>> =>
  startMassAct(call, massShipOperation, 'order.mass_ship');

/** Starts to set orders ready to collect. See `startMassAct`. */
export const massSetReadyToCollect = (
  call: Call<typeof massSetReadyEndpoint>,
): Promise<ShipReply | Answer<ShipReply>> =>
  startMassAct(call, massSetReadyOperation, 'order.mass_set_ready_to_collect');

/** Starts to confirm pickups. See `startMassAct`. */
export const massPickup = (call: Call<typeof massPickupEndpoint>): Promise<ShipReply | Answer<ShipReply>> =>
  startMassAct(call, massPickupOperation, 'order.mass_pickup');
