import type { listShipmentProviders as endpoint } from '@evenstock/contract/fulfilment';
import type { CallReply } from '@evenstock/contract/endpoint';
import type { Call } from '../../api/routing.ts';
import { offeredIn, showShipmentForm } from './show-shipment-form.ts';

/**
 * The shipment providers that an order can be shipped with.
 * @throws Refusal 404, or 422 under 'order' with why it cannot be shipped
 */
export async function listShipmentProviders(
  call: Call<typeof endpoint>,
): Promise<CallReply<typeof endpoint>> {
  const { form } = await showShipmentForm(call.ctx, call.store, call.params.referenceNumber, 'ship');
  return {
    shipment_providers: offeredIn(form, 'shipping_provider', null).map(({ value, label }) => ({
      shipping_provider: value,
      label,
    })),
  };
}
