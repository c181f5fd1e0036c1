import { expect, it } from 'vitest';
import { amountLines } from './order-amounts.rules.ts';

it('shows deductions with a minus sign, and zero amounts without one; unknown amounts not at all', () => {
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
    tax: 2,
    formatted_tax: '$2.00',
    service_fee: null,
    formatted_service_fee: null,
    insurance: null,
    formatted_insurance: null,
    gift_wrap: null,
    formatted_gift_wrap: null,
    tip: null,
    formatted_tip: null,
    other: -1,
    formatted_other: '-$1.00',
  });
  expect(lines).toEqual([
    { name: 'subtotal', formatted: '$49.80' },
    { name: 'shipping_fee', formatted: '$1.49' },
    { name: 'tax', formatted: '$2.00' },
    { name: 'voucher', formatted: '−$5.00' },
    { name: 'coin', formatted: '$0.00' },
    { name: 'discount', formatted: '−$0.50' },
    { name: 'other', formatted: '-$1.00' },
  ]);
});
