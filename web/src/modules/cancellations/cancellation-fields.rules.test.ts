import { expect, it } from 'vitest';
import { askedFields, initialCancellation, sumRefunds } from './cancellation-fields.rules.ts';

const offer = {
  reasons: [],
  chooses_items: false,
  text_field: null,
  offers_delivery_refund: true,
  refund_decided_by: 'seller' as const,
  refund: {
    currency: 'SGD',
    everything: 7.49,
    formatted_everything: '7.49 SGD',
    all_but_delivery: 6,
    formatted_all_but_delivery: '6.00 SGD',
    nothing: 0,
    formatted_nothing: '0.00 SGD',
  },
};

it('everything is chosen at first, and each choice is asked for in the words of the call', () => {
  expect(initialCancellation(offer)).toEqual({ refund: 'everything' });
  expect(initialCancellation({ ...offer, refund: null })).toEqual({});
  expect(askedFields({ refund: 'everything' })).toEqual({ refund_delivery_fee: true });
  expect(askedFields({ refund: 'all_but_delivery' })).toEqual({ refund_delivery_fee: false });
  expect(askedFields({ refund: 'nothing' })).toEqual({ refund: 'none' });
  expect(askedFields({ reason_id: 'other' })).toEqual({ reason_id: 'other' });
});

it('many orders are summed up by choice and currency', () => {
  const dollars = { form: offer, answers: { refund: 'everything' } } as const;
  const dong = {
    form: { ...offer, refund: { ...offer.refund, currency: 'VND', everything: 120_000 } },
    answers: { refund: 'everything' },
  } as const;
  const nothing = { form: offer, answers: { refund: 'nothing' } } as const;
  const theirs = { form: { ...offer, refund: null }, answers: {} };
  expect(sumRefunds([nothing, dollars, dong, theirs, dollars])).toEqual([
    { choice: 'everything', currency: 'SGD', orders: 2, amount: 1498 },
    { choice: 'everything', currency: 'VND', orders: 1, amount: 120_000 },
    { choice: 'nothing', currency: 'SGD', orders: 1, amount: 0 },
  ]);
});
