import { expect, it } from 'vitest';
import { amountLines } from './order-amounts.rules.ts';

it('shows deductions with a minus sign, and zero or unknown amounts without one', () => {
  const lines = amountLines({
    subtotal: 49.8,
    formatted_subtotal: '$49.80',
    shipping_fee: 1.49,
    formatted_shipping_fee: '$1.49',
    voucher: 5,
    formatted_voucher: '$5.00',
    coin: 0,
    formatted_coin: '$0.00',
    credit_card_promotion: null,
    formatted_credit_card_promotion: null,
    seller_discount: null,
    formatted_seller_discount: null,
    cart_discount: null,
    formatted_cart_discount: null,
    discount: 0.5,
    formatted_discount: '$0.50',
  });
  expect(lines.map(({ formatted }) => formatted)).toEqual([
    '$49.80',
    '$1.49',
    '−$5.00',
    '$0.00',
    null,
    null,
    null,
    '−$0.50',
  ]);
});
