import { marketplaceOrderStates, orderStates } from '@evenstock/contract/order-states';
import { describe, expect, it } from 'vitest';
import { orderStatus, reasonMessage, type OrderFacts } from './order-state.rules.ts';

const plain: OrderFacts = {
  marketplaceState: 'paid',
  category: null,
  cancellationRequested: false,
  pickupConfirmed: false,
  returns: 'none',
};
const collected = { ...plain, category: 'processing_self_collect' } as const;

describe('where an order stands', () => {
  it('maps every state of a marketplace', () => {
    for (const marketplaceState of marketplaceOrderStates) {
      expect(orderStates).toContain(orderStatus({ ...plain, marketplaceState }).state);
    }
  });

  it('keeps unpaid and held orders away from the staff, with the reason', () => {
    for (const marketplaceState of ['unpaid', 'on_hold'] as const) {
      expect(orderStatus({ ...plain, marketplaceState })).toEqual({
        state: 'outstanding_issues',
        reason: 'orders.awaiting_payment',
      });
    }
  });

  it('follows an order from paid to completed', () => {
    const states = (['READY_TO_SHIP', 'processing', 'SHIPPED', 'COMPLETED'] as const).map(
      (marketplaceState) => orderStatus({ ...plain, marketplaceState }).state,
    );
    expect(states).toEqual(['staff_to_process', 'shipped', 'shipped', 'completed']);
  });

  it('shows an asked cancellation as outstanding until the order is closed', () => {
    expect(orderStatus({ ...plain, marketplaceState: 'READY_TO_SHIP', cancellationRequested: true })).toEqual(
      { state: 'outstanding_issues', reason: 'orders.cancellation_requested' },
    );
    expect(orderStatus({ ...plain, marketplaceState: 'CANCELLED', cancellationRequested: true }).state).toBe(
      'failed_orders',
    );
  });

  it('an open return needs a person, whatever its order says; the last one closed completes it', () => {
    for (const marketplaceState of ['SHIPPED', 'delivered', 'COMPLETED', 'returned', 'TO_RETURN'] as const) {
      expect(orderStatus({ ...plain, marketplaceState, returns: 'open' })).toEqual({
        state: 'outstanding_issues',
        reason: 'orders.return_requested',
      });
    }
    expect(orderStatus({ ...plain, marketplaceState: 'TO_RETURN', returns: 'accepted' })).toEqual({
      state: 'completed',
      reason: 'orders.returned',
    });
    expect(orderStatus({ ...plain, marketplaceState: 'TO_RETURN', returns: 'ended' })).toEqual({
      state: 'completed',
      reason: null,
    });
    expect(orderStatus({ ...plain, marketplaceState: 'SHIPPED', returns: 'ended' }).state).toBe('shipped');
    expect(orderStatus({ ...plain, marketplaceState: 'TO_RETURN' }).state).toBe('outstanding_issues');
  });

  it('waits for the buyer where the buyer collects', () => {
    expect(orderStatus({ ...collected, marketplaceState: 'READY_TO_SHIP' }).state).toBe('staff_to_process');
    expect(orderStatus({ ...collected, marketplaceState: 'processing' }).state).toBe('buyer_self_collect');
    expect(orderStatus({ ...collected, marketplaceState: 'SHIPPED', pickupConfirmed: true }).reason).toBe(
      'orders.buyer_collected',
    );
    expect(orderStatus({ ...collected, marketplaceState: 'COMPLETED' }).state).toBe('completed');
  });
});

it('a stored reason is a message: a code, its English of before, or other words', () => {
  expect(reasonMessage('orders.returned')).toEqual({ code: 'orders.returned', values: {} });
  expect(reasonMessage('Awaiting payment')).toEqual({ code: 'orders.awaiting_payment', values: {} });
  expect(reasonMessage('Look there')).toEqual({ code: 'api.channel', values: { text: 'Look there' } });
});
