import { marketplaceOrderStates, orderStates } from '@evenstock/contract/orders/order-states';
import { describe, expect, it } from 'vitest';
import { orderStatus, reasonMessage, type OrderFacts } from './order-state.rules.ts';

const plain: OrderFacts = {
  channel: 'shopee',
  marketplaceState: 'paid',
  category: null,
  cancellationRequested: false,
  isSentByOthers: false,
  isReadyToCollect: false,
  pickupConfirmed: false,
  returns: 'none',
  movedToCompleted: false,
};
const collected = { ...plain, category: 'processing_self_collect' } as const;

describe('the state of an order', () => {
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

  it('shows a requested cancellation as outstanding until the order is closed', () => {
    expect(orderStatus({ ...plain, marketplaceState: 'READY_TO_SHIP', cancellationRequested: true })).toEqual(
      { state: 'outstanding_issues', reason: 'orders.cancellation_requested' },
    );
    expect(orderStatus({ ...plain, marketplaceState: 'CANCELLED', cancellationRequested: true }).state).toBe(
      'failed_orders',
    );
  });

  it('an open return needs a person, in every state of its order; the last one closed completes it', () => {
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

  it('waits for the buyer once a member set it ready, also where the marketplace does not show that', () => {
    const ready = { ...collected, marketplaceState: 'READY_TO_SHIP', isReadyToCollect: true } as const;
    expect(orderStatus(ready).state).toBe('buyer_self_collect');
    expect(orderStatus({ ...ready, pickupConfirmed: true }).reason).toBe('orders.buyer_collected');
    expect(orderStatus({ ...ready, category: null }).state).toBe('staff_to_process');
  });

  it('is completed when a member moved it there, and only from shipped', () => {
    const moved = { ...plain, movedToCompleted: true };
    expect(orderStatus({ ...moved, marketplaceState: 'SHIPPED' })).toEqual({
      state: 'completed',
      reason: null,
    });
    expect(orderStatus({ ...moved, marketplaceState: 'TO_RETURN' }).state).toBe('outstanding_issues');
  });

  it('is shipped at Lazada once it is ready to ship, which follows packing there', () => {
    expect(orderStatus({ ...plain, channel: 'lazada', marketplaceState: 'READY_TO_SHIP' }).state).toBe(
      'shipped',
    );
    expect(orderStatus({ ...plain, channel: 'lazada', marketplaceState: 'pending' }).state).toBe(
      'staff_to_process',
    );
  });
});

it('a stored reason is a message: a code, its earlier English text, or other words', () => {
  expect(reasonMessage('orders.returned')).toEqual({ code: 'orders.returned', values: {} });
  expect(reasonMessage('Awaiting payment')).toEqual({ code: 'orders.awaiting_payment', values: {} });
  expect(reasonMessage('Look there')).toEqual({ code: 'api.channel', values: { text: 'Look there' } });
});
