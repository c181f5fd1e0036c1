import { z } from 'zod';
import type { AmazonAnswer } from '../testing/amazon-sg-client.ts';
import type { Stall } from './stall.fixture.ts';

const token = z.object({ restrictedDataToken: z.string() });
const bought = z.object({ payload: z.object({ ShipmentId: z.string() }) });

/** A token for the calls about bought labels. */
export async function labelToken(stall: Stall): Promise<string> {
  const restrictedResources = [
    { method: 'POST', path: '/mfn/v0/shipments' },
    { method: 'GET', path: '/mfn/v0/shipments/{shipmentId}' },
    { method: 'DELETE', path: '/mfn/v0/shipments/{shipmentId}' },
  ];
  return restrictedToken(stall, restrictedResources);
}

export async function restrictedToken(stall: Stall, restrictedResources: readonly object[]): Promise<string> {
  const got = await stall.client.post('/tokens/2021-03-01/restrictedDataToken', { restrictedResources });
  return token.parse(got.body).restrictedDataToken;
}

/** What is asked for a label of an order's first line. */
export function labelRequest(stall: Stall, number: string): object {
  const [line] = stall.order(number).lines;
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

export async function buyLabel(stall: Stall, number: string, restricted: string): Promise<AmazonAnswer> {
  const body = {
    ShipmentRequestDetails: labelRequest(stall, number),
    ShippingServiceId: 'NINJAVAN_STANDARD',
  };
  return stall.client.call('POST', '/mfn/v0/shipments', {}, body, restricted);
}

/** Every call about labels, once. */
export async function exerciseLabels(stall: Stall): Promise<void> {
  stall.addListing('LABELLED');
  const number = stall.buy('LABELLED');
  const restricted = await labelToken(stall);
  const asked = { ShipmentRequestDetails: labelRequest(stall, number) };
  await stall.client.post('/mfn/v0/eligibleShippingServices', asked);
  const { ShipmentId } = bought.parse((await buyLabel(stall, number, restricted)).body).payload;
  await stall.client.call('GET', `/mfn/v0/shipments/${ShipmentId}`, {}, undefined, restricted);
  await stall.client.call('DELETE', `/mfn/v0/shipments/${ShipmentId}`, {}, undefined, restricted);
}
