import {
  confirmPickup as confirmPickupEndpoint,
  listMarketplaceShipmentProviders as listMarketplaceShipmentProvidersEndpoint,
  listShipmentProviders as listShipmentProvidersEndpoint,
  setReadyToCollect as setReadyToCollectEndpoint,
  shipOrder as shipOrderEndpoint,
  shippingCalls,
  showCollectionForm,
  showShipmentForm as showShipmentFormEndpoint,
} from '@evenstock/contract/fulfilment/fulfilment';
import {
  massPickup as massPickupEndpoint,
  massSetReadyToCollect as massSetReadyEndpoint,
  massShipOrders as massShipEndpoint,
} from '@evenstock/contract/fulfilment/mass-actions';
import {
  listMassCollectionForms,
  listMassPickupForms,
  listMassShipForms,
  massParamsCalls,
} from '@evenstock/contract/fulfilment/mass-forms';
import { route, type Route } from '../../api/routing.ts';
import { confirmPickup } from './confirm-pickup.ts';
import { listMarketplaceShipmentProviders, listShipmentProviders } from './list-shipment-providers.ts';
import { massPickup, massSetReadyToCollect, massShipOrders } from './mass-fulfil.ts';
import { readPickupForms, readShipmentForms } from './read-shipment-forms.ts';
import { setReadyToCollect } from './set-ready-to-collect.ts';
import { shipOrder } from './ship-order.ts';
import { offeredIn, paramsOf, showShipmentForm } from './show-shipment-form.ts';

/** The shipment form in the shape that the specification gives it for some channels. */
const channelRoutes = shippingCalls.flatMap(({ params, addresses, pickupTimes, branches }): Route[] => [
  route(params, async ({ ctx, store, params: { referenceNumber } }) => {
    const { referenceNumber: reference_number, form } = await showShipmentForm(
      ctx,
      store,
      referenceNumber,
      'ship',
    );
    return { reference_number, shipment_params: paramsOf(form) };
  }),
  route(addresses, async ({ ctx, store, params: { referenceNumber } }) => {
    const { form } = await showShipmentForm(ctx, store, referenceNumber, 'ship');
    const offered = offeredIn(form, 'address_id', null);
    return { address_list: offered.map(({ value, label }) => ({ address_id: value, label })) };
  }),
  route(pickupTimes, async ({ ctx, store, params: { referenceNumber }, query }) => {
    const { form } = await showShipmentForm(ctx, store, referenceNumber, 'ship');
    const offered = offeredIn(form, 'pickup_time_id', query.address_id ?? null);
    return { pickup_time: offered.map(({ value, label }) => ({ pickup_time_id: value, label })) };
  }),
  route(branches, async ({ ctx, store, params: { referenceNumber } }) => {
    const { form } = await showShipmentForm(ctx, store, referenceNumber, 'ship');
    const offered = offeredIn(form, 'branch_id', null);
    return { branches: offered.map(({ value, label }) => ({ branch_id: value, label })) };
  }),
]);

export const fulfilmentRoutes: readonly Route[] = [
  route(showShipmentFormEndpoint, async ({ ctx, store, params, actor }) => {
    const { form } = await showShipmentForm(ctx, store, params.referenceNumber, 'ship', actor.userId);
    return { shipment_form: form };
  }),
  route(showCollectionForm, async ({ ctx, store, params }) => {
    const { form } = await showShipmentForm(ctx, store, params.referenceNumber, 'ready_to_collect');
    return { shipment_form: form };
  }),
  route(shipOrderEndpoint, shipOrder),
  route(setReadyToCollectEndpoint, setReadyToCollect),
  route(confirmPickupEndpoint, confirmPickup),
  route(massShipEndpoint, massShipOrders),
  route(massSetReadyEndpoint, massSetReadyToCollect),
  route(massPickupEndpoint, massPickup),
  route(listMassShipForms, ({ ctx, store, actor, query }) =>
    readShipmentForms(ctx, store, query.q.id_in, 'ship', actor.userId),
  ),
  route(listMassCollectionForms, ({ ctx, store, query }) =>
    readShipmentForms(ctx, store, query.q.id_in, 'ready_to_collect'),
  ),
  route(listMassPickupForms, ({ ctx, store, query }) => readPickupForms(ctx, store, query.q.id_in)),
  ...massParamsCalls.map(({ params }) =>
    route(params, async ({ ctx, store, query }) => {
      const { forms } = await readShipmentForms(ctx, store, query.q.id_in, 'ship');
      return {
        orders: forms.flatMap(({ order, form }) =>
          form === null
            ? []
            : [{ reference_number: order.reference_number, shipment_params: paramsOf(form) }],
        ),
      };
    }),
  ),
  route(listShipmentProvidersEndpoint, listShipmentProviders),
  route(listMarketplaceShipmentProvidersEndpoint, listMarketplaceShipmentProviders),
  ...channelRoutes,
];
