import type { Logistics } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { callSeller, resultOf } from './client.ts';
import { deliveryGroups } from './wire.ts';

/** qoo10.md 4.2: every type of shipping fee in the templates. */
const feeTypes: Readonly<Record<string, string>> = {
  W: 'Store Pickup',
  F: 'Charge',
  X: 'Free',
  M: 'Free on condition',
};

type Way = Awaited<ReturnType<Logistics['list']>>[number];

/** qoo10.md 5: the seller's shipping templates; all that are listed are in use. */
export async function readDeliveryGroups(access: Access): Promise<Way[]> {
  const method = 'ItemsLookup.GetSellerDeliveryGroupInfo';
  const answer = await callSeller(access, { method, parameters: {}, group: 'orders' });
  return resultOf(deliveryGroups, answer, method).map((each) => ({
    id: each.ShippingNo,
    name: each.ShippingName ?? each.BundleName ?? each.ShippingNo,
    feeType: feeTypes[each.ShippingType ?? ''] ?? each.ShippingType ?? '',
    enabled: true,
    hasCod: false,
  }));
}

/** qoo10.md 5. */
export const logistics: Logistics = { list: readDeliveryGroups };
