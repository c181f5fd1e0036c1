import type {
  listMarketplaceShipmentProviders as ofMarketplace,
  listShipmentProviders as endpoint,
  ShipmentForm,
} from '@evenstock/contract/fulfilment/fulfilment';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { Call } from '../../api/routing.ts';
import { requireMarketplace } from '../marketplaces/show-marketplace.ts';
import { newestToShip } from './shipments.queries.ts';
import { offeredIn, showShipmentForm } from './show-shipment-form.ts';

/**
 * The shipment providers that an order can be shipped with.
 * @throws Refusal 404, or 422 under 'order' with why it cannot be shipped
 */
export async function listShipmentProviders(
  call: Call<typeof endpoint>,
): Promise<CallReply<typeof endpoint>> {
  const { form } = await showShipmentForm(call.ctx, call.store, call.params.referenceNumber, 'ship');
  return providersOf(form);
}

/**
 * The shipment providers that a marketplace offers for its newest order that waits to be shipped; empty if no order waits.
 * @throws Refusal 404, or 422 under 'order' with why the order cannot be shipped
 */
export async function listMarketplaceShipmentProviders(
  call: Call<typeof ofMarketplace>,
): Promise<CallReply<typeof ofMarketplace>> {
  const { ctx, store, params } = call;
  const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
  const waiting = await newestToShip(ctx.db, marketplace.id);
  if (waiting === null) return { shipment_providers: [] };
  return providersOf((await showShipmentForm(ctx, store, waiting, 'ship')).form);
}

const providersOf = (form: ShipmentForm) => ({
  shipment_providers: offeredIn(form, 'shipping_provider', null).map(({ value, label }) => ({
    shipping_provider: value,
    label,
  })),
});
