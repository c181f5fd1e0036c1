import { marketplaceOrderStates, orderStates } from '@evenstock/contract/order-states';
import { describe, expect, it } from 'vitest';
import { orderStanding, type OrderFacts } from './order-state.rules.ts';

const plain: OrderFacts = {
  marketplaceState: 'paid',
  category: null,
  cancellationRequested: false,
  pickupConfirmed: false,
};
const collected = { ...plain, category: 'processing_self_collect' } as const;

describe('where an order stands', () => {
  it('gives every state of a marketplace a place', () => {
    for (const marketplaceState of marketplaceOrderStates) {
      expect(orderStates).toContain(orderStanding({ ...plain, marketplaceState }).state);
    }
  });

  it('keeps unpaid and held orders away from the staff, with the reason', () => {
    for (const marketplaceState of ['unpaid', 'on_hold'] as const) {
      expect(orderStanding({ ...plain, marketplaceState })).toEqual({
        state: 'outstanding_issues',
        reason: 'Awaiting payment',
      });
    }
  });

  it('follows an order from paid to completed', () => {
    const states = (['READY_TO_SHIP', 'processing', 'SHIPPED', 'COMPLETED'] as const).map(
      (marketplaceState) => orderStanding({ ...plain, marketplaceState }).state,
    );
    expect(states).toEqual(['staff_to_process', 'shipped', 'shipped', 'completed']);
  });

  it('shows an asked cancellation as outstanding until the order is closed', () => {
    expect(
      orderStanding({ ...plain, marketplaceState: 'READY_TO_SHIP', cancellationRequested: true }),
    ).toEqual({ state: 'outstanding_issues', reason: 'Cancellation requested' });
    expect(
      orderStanding({ ...plain, marketplaceState: 'CANCELLED', cancellationRequested: true }).state,
    ).toBe('failed_orders');
  });

  it('waits for the buyer where the buyer collects', () => {
    expect(orderStanding({ ...collected, marketplaceState: 'READY_TO_SHIP' }).state).toBe('staff_to_process');
    expect(orderStanding({ ...collected, marketplaceState: 'processing' }).state).toBe('buyer_self_collect');
    expect(orderStanding({ ...collected, marketplaceState: 'SHIPPED', pickupConfirmed: true }).reason).toBe(
      'Buyer has collected the order. Awaiting buyer to confirm.',
    );
    expect(orderStanding({ ...collected, marketplaceState: 'COMPLETED' }).state).toBe('completed');
  });
});
