import type { ShippingFacts } from '@evenstock/contract/channels';

/** What decides whether an order waits to be shipped. */
export interface ShippableOrder {
  readonly marketplaceState: string;
  readonly category: string | null;
  readonly shippingType: string | null;
  readonly hasTracking: boolean;
  /** All that was left of it was shipped from here; its marketplace may take a while to say so. */
  readonly shippedHere: boolean;
}

const meetsNeed: Readonly<Record<ShippingFacts['needs'], (order: ShippableOrder) => boolean>> = {
  delivered: ({ shippingType }) => shippingType === 'Delivery',
  not_collected: ({ category }) => category !== 'processing_self_collect',
  untracked: ({ hasTracking }) => !hasTracking,
};

/** Whether an order can be shipped from here, by the facts of its channel; `facts` null: none of the channel's can. */
export function canShip(order: ShippableOrder, facts: ShippingFacts | null): boolean {
  if (facts === null || order.shippedHere) return false;
  return facts.states.includes(order.marketplaceState) && meetsNeed[facts.needs](order);
}
