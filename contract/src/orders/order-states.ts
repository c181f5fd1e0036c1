import { z } from 'zod';

/** Machine keys of an order's state here; `evenstockStates` gives the texts. */
export const orderStates = [
  'staff_to_process',
  'buyer_self_collect',
  'shipped',
  'completed',
  'outstanding_issues',
  'failed_orders',
] as const;

export const orderState = z.enum(orderStates);

export type OrderState = z.infer<typeof orderState>;

export const evenstockStates: Record<OrderState, string> = {
  staff_to_process: 'Staff To Process',
  buyer_self_collect: 'Buyer Self Collect',
  shipped: 'Shipped',
  completed: 'Completed',
  outstanding_issues: 'Outstanding Issues',
  failed_orders: 'Failed Orders',
};

/** Tabs of the orders list. */
export const orderScopes = [
  'staff_to_process',
  'buyer_self_collect',
  'shipped',
  'complete',
  'outstanding_issues',
  'failed_orders',
  'all_except_failed_orders',
  'all',
] as const;

export const orderScope = z.enum(orderScopes);

export type OrderScope = z.infer<typeof orderScope>;

/** The shared vocabulary of marketplace states; every channel's raw states map to it in one table. */
export const marketplaceOrderStates = [
  'unpaid',
  'on_hold',
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partial',
  'READY_TO_SHIP',
  'RETRY_SHIP',
  'processing',
  'shipped',
  'SHIPPED',
  'TO_CONFIRM_RECEIVE',
  'delivered',
  'COMPLETED',
  'fulfilled',
  'IN_CANCEL',
  'CANCELLED',
  'TO_RETURN',
  'returned',
  'refunded',
  'failed',
  'unknown',
] as const;

export const marketplaceOrderState = z.enum(marketplaceOrderStates);

export type MarketplaceOrderState = z.infer<typeof marketplaceOrderState>;
