import { expect, it } from 'vitest';
import { buyerDueAt } from './buyer-deletion.rules.ts';

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const of = (
  state: 'staff_to_process' | 'shipped' | 'completed' | 'failed_orders',
  at: Date,
  dueAt: Date | null = null,
) => buyerDueAt({ channel: 'amazon-sg', state, updatedAt: at, dueAt });

it('thirty days after delivery, and sixty after shipping where no delivery is reported', () => {
  expect(of('staff_to_process', day(1))).toBeNull();
  expect(of('shipped', day(1))).toEqual(day(61));
  expect(of('completed', day(5), day(61))).toEqual(day(35));
  expect(of('failed_orders', day(5))).toEqual(day(35));
});

it('a later change never puts it off', () => {
  expect(of('completed', day(20), day(35))).toEqual(day(35));
  expect(of('shipped', day(20), day(35))).toEqual(day(35));
  expect(of('staff_to_process', day(20), day(35))).toEqual(day(35));
});

it('a channel without a rule keeps them until deletion is asked for', () => {
  expect(buyerDueAt({ channel: 'shopee', state: 'completed', updatedAt: day(1), dueAt: null })).toBeNull();
});
