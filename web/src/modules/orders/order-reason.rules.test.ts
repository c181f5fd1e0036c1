import { message } from '@evenstock/contract/messages/message';
import { expect, it } from 'vitest';
import { isWaiting } from './order-reason.rules.ts';

it('an order that awaits its payment waits; one that needs a person does not', () => {
  expect(isWaiting({ reason_messages: [message('orders.awaiting_payment')] })).toBe(true);
  expect(isWaiting({ reason_messages: [message('orders.ship_again')] })).toBe(false);
  expect(isWaiting({ reason_messages: [] })).toBe(false);
});
