import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';

/** A way of delivery of the shop (6.3), and what ship_order must carry for it (5.1): one list of fields for each mode that it has. */
export interface DeliveryChannel {
  readonly id: number;
  readonly name: string;
  readonly feeType: 'SIZE_SELECTION' | 'SIZE_INPUT' | 'FIXED_DEFAULT_PRICE' | 'CUSTOM_PRICE';
  readonly cod: boolean;
  readonly enabled: boolean;
  readonly sellerLogistics: boolean;
  readonly needs: {
    readonly pickup?: readonly string[];
    readonly dropoff?: readonly string[];
    readonly non_integrated?: readonly string[];
  };
}

const standard: DeliveryChannel = {
  id: 10_001, name: 'Standard Delivery', feeType: 'SIZE_INPUT', cod: false, enabled: true, sellerLogistics: false,
  needs: { pickup: ['address_id', 'pickup_time_id'], dropoff: [] },
}; // oxfmt-ignore
const counter: DeliveryChannel = {
  id: 10_003, name: 'Collection Point', feeType: 'SIZE_SELECTION', cod: true, enabled: true, sellerLogistics: false,
  needs: { dropoff: ['branch_id', 'sender_real_name'] },
}; // oxfmt-ignore
const ownFleet: DeliveryChannel = {
  id: 10_004, name: 'Seller Own Delivery', feeType: 'CUSTOM_PRICE', cod: false, enabled: true, sellerLogistics: true,
  needs: { non_integrated: ['tracking_no'] },
}; // oxfmt-ignore
const selfCollection: DeliveryChannel = {
  id: 10_005, name: 'Self Collection', feeType: 'FIXED_DEFAULT_PRICE', cod: false, enabled: true, sellerLogistics: true,
  needs: { dropoff: [] },
}; // oxfmt-ignore
const economy: DeliveryChannel = {
  id: 10_002, name: 'Economy Delivery', feeType: 'FIXED_DEFAULT_PRICE', cod: false, enabled: false, sellerLogistics: false,
  needs: { pickup: ['address_id', 'pickup_time_id'], dropoff: [] },
}; // oxfmt-ignore

export const deliveryChannels: readonly DeliveryChannel[] = [
  standard,
  economy,
  counter,
  ownFleet,
  selfCollection,
];

/** What the buyer chose: most the standard delivery, two in ten a counter, one in ten the seller's own van. */
export function channelOf(order: Order): DeliveryChannel {
  if (order.selfCollect) return selfCollection;
  const choice = order.buyer % 10;
  if (choice === 9) return ownFleet;
  return choice >= 7 ? counter : standard;
}

export interface SellerAddress {
  readonly address_id: number;
  readonly address: string;
  readonly zipcode: string;
  readonly types: readonly ('DEFAULT_ADDRESS' | 'PICK_UP_ADDRESS' | 'RETURN_ADDRESS')[];
}

/** The seller's addresses: parcels are picked up at the first two. */
export function addressesOf(shop: Shop): SellerAddress[] {
  const first = (Number(shop.id) % 600_000) * 10;
  return [
    { address_id: first + 1, address: '1 Example Road #02-03', zipcode: '123456', types: ['DEFAULT_ADDRESS', 'PICK_UP_ADDRESS', 'RETURN_ADDRESS'] },
    { address_id: first + 2, address: '28 Sample Street #01-11', zipcode: '654321', types: ['PICK_UP_ADDRESS'] },
    { address_id: first + 3, address: '3 Office Walk #07-01', zipcode: '098765', types: ['RETURN_ADDRESS'] },
  ]; // oxfmt-ignore
}

export const branches = [
  { branch_id: 77, region: 'SG', state: '', city: '', district: '', town: '', address: '10 Counter Lane #01-01', zipcode: '189001' },
  { branch_id: 78, region: 'SG', state: '', city: '', district: '', town: '', address: '22 Corner Road #B1-02', zipcode: '520022' },
] as const; // oxfmt-ignore

const daySeconds = 86_400;
const singaporeOffset = 8 * 3_600;

/** The pick-up times of the coming three days, one a day, by their start: what `pickup_time_id` says (5.1). */
export function timeSlots(
  nowSeconds: number,
): { date: number; time_text: string; pickup_time_id: string; flags: string[] }[] {
  const today = Math.floor((nowSeconds + singaporeOffset) / daySeconds) * daySeconds - singaporeOffset;
  return [1, 2, 3].map((days) => {
    const date = today + days * daySeconds;
    return {
      date,
      time_text: '09:00-18:00',
      pickup_time_id: String(date),
      flags: days === 1 ? ['recommended'] : [],
    };
  });
}
