import { channelKinds, channels, type ShippingFacts } from '@evenstock/contract/channels';
import { marketplaceOrderStates } from '@evenstock/contract/order-states';
import { describe, expect, it } from 'vitest';
import { canShip, type ShippableOrder } from './can-ship.rules.ts';

const order: ShippableOrder = {
  marketplaceState: 'READY_TO_SHIP',
  category: null,
  shippingType: 'Delivery',
  hasTracking: false,
  shippedHere: false,
};

describe('what can be shipped', () => {
  const { shipping } = channels.shopee;

  it('is an order of Shopee that is READY_TO_SHIP, and in no other state', () => {
    const states = marketplaceOrderStates.filter((marketplaceState) =>
      canShip({ ...order, marketplaceState }, shipping),
    );
    expect(states).toEqual(['READY_TO_SHIP']);
  });

  it('is not what the buyer collects, nor what was shipped from here', () => {
    expect(canShip({ ...order, category: 'processing_self_collect' }, shipping)).toBe(false);
    expect(canShip({ ...order, category: 'another' }, shipping)).toBe(true);
    expect(canShip({ ...order, shippedHere: true }, shipping)).toBe(false);
  });

  it('may need Delivery, or that there is no tracking number yet', () => {
    const needs = (need: ShippingFacts['needs']): ShippingFacts => ({
      states: ['READY_TO_SHIP'],
      needs: need,
      calls: null,
    });
    expect(canShip(order, needs('delivered'))).toBe(true);
    expect(canShip({ ...order, shippingType: 'Pickup' }, needs('delivered'))).toBe(false);
    expect(canShip(order, needs('untracked'))).toBe(true);
    expect(canShip({ ...order, hasTracking: true }, needs('untracked'))).toBe(false);
  });

  it('is nothing of a channel without a rule, and every rule names states that there are', () => {
    expect(canShip(order, null)).toBe(false);
    const named = channelKinds.flatMap((channel) => channels[channel].shipping?.states ?? []);
    expect(named.filter((state) => !marketplaceOrderStates.some((known) => known === state))).toEqual([]);
  });
});
