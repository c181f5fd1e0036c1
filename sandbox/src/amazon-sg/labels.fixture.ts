import { z } from 'zod';
import type { AmazonAnswer } from '../testing/amazon-sg-client.ts';
import type { Harness } from './harness.fixture.ts';

const token = z.object({ restrictedDataToken: z.string() });
const bought = z.object({ payload: z.object({ ShipmentId: z.string() }) });

/** A token for the calls about bought labels. */
export async function labelToken(harness: Harness): Promise<string> {
  const restrictedResources = [
    { method: 'POST', path: '/mfn/v0/shipments' },
    { method: 'GET', path: '/mfn/v0/shipments/{shipmentId}' },
    { method: 'DELETE', path: '/mfn/v0/shipments/{shipmentId}' },
  ];
  return restrictedToken(harness, restrictedResources);
}

export async function restrictedToken(
  harness: Harness,
  restrictedResources: readonly object[],
): Promise<string> {
  const got = await harness.client.post('/tokens/2021-03-01/restrictedDataToken', { restrictedResources });
  return token.parse(got.body).restrictedDataToken;
}

/** What is asked for a label of an order's first line. */
export function labelRequest(harness: Harness, number: string): object {
  const [line] = harness.order(number).lines;
  return {
    AmazonOrderId: number,
    ItemList: [{ OrderItemId: line?.line_id ?? '', Quantity: line?.quantity ?? 0 }],
    ShipFromAddress: {
      Name: 'Lion City',
      AddressLine1: '1 Example Street',
      City: 'Singapore',
      PostalCode: '049315',
      CountryCode: 'SG',
      Email: 'a@shop.example.test',
      Phone: '+6560000000',
    },
    PackageDimensions: { Length: 20, Width: 15, Height: 5, Unit: 'centimeters' },
    Weight: { Value: 500, Unit: 'g' },
    ShippingServiceOptions: {
      DeliveryExperience: 'DeliveryConfirmationWithoutSignature',
      CarrierWillPickUp: false,
    },
  };
}

export async function buyLabel(harness: Harness, number: string, restricted: string): Promise<AmazonAnswer> {
  const body = {
    ShipmentRequestDetails: labelRequest(harness, number),
    ShippingServiceId: 'NINJAVAN_STANDARD',
  };
  return harness.client.call('POST', '/mfn/v0/shipments', {}, body, restricted);
}

/** Every call about labels, once. */
export async function exerciseLabels(harness: Harness): Promise<void> {
  harness.addListing('LABELLED');
  const number = harness.buy('LABELLED');
  const restricted = await labelToken(harness);
  const asked = { ShipmentRequestDetails: labelRequest(harness, number) };
  await harness.client.post('/mfn/v0/eligibleShippingServices', asked);
  const { ShipmentId } = bought.parse((await buyLabel(harness, number, restricted)).body).payload;
  await harness.client.call('GET', `/mfn/v0/shipments/${ShipmentId}`, {}, undefined, restricted);
  await harness.client.call('DELETE', `/mfn/v0/shipments/${ShipmentId}`, {}, undefined, restricted);
}
