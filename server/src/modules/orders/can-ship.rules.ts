import type { ShippingFacts } from '@evenstock/contract/channels';

/** The facts that decide whether an order can be shipped. */
export interface ShippableOrder {
  readonly marketplaceState: string;
  readonly category: string | null;
  readonly shippingType: string | null;
  readonly hasTracking: boolean;
  /** All that was left of it was shipped from here, though its marketplace may not show it yet. */
  readonly shippedHere: boolean;
}

const meetsNeed: Readonly<Record<ShippingFacts['needs'], (order: ShippableOrder) => boolean>> = {
  delivered: ({ shippingType }) => shippingType === 'Delivery',
  not_collected: ({ category }) => category !== 'processing_self_collect',
  untracked: ({ hasTracking }) => !hasTracking,
};

/** Whether an order can be shipped from here; `facts` null: its channel has no shipping. */
export function canShip(order: ShippableOrder, facts: ShippingFacts | null): boolean {
  if (facts === null || order.shippedHere) return false;
  return facts.states.includes(order.marketplaceState) && meetsNeed[facts.needs](order);
}
