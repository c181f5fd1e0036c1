import { expect, it } from 'vitest';
import { salesInOtherCurrencies } from './other-sales.rules.ts';

const rupiah = { currency: 'IDR', amount: 150000, formatted: 'Rp150,000' };
const dollars = { currency: 'SGD', amount: 1095.46, formatted: '$1,095.46' };
const ringgit = { currency: 'MYR', amount: 20, formatted: 'RM20.00' };

it.each([
  ['wherever the store’s own stands', 'SGD', [rupiah, dollars, ringgit], ['Rp150,000', 'RM20.00']],
  ['when the store sold nothing in its own', 'SGD', [rupiah], ['Rp150,000']],
  ['none when it sold in its own alone', 'SGD', [dollars], []],
  ['none on a day without sales', 'SGD', [], []],
])('shows sales in other currencies: %s', (_when, currency, sales_today_by_currency, told) => {
  expect(salesInOtherCurrencies({ currency, sales_today_by_currency })).toEqual(told);
});
