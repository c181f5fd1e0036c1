import { english, englishOf } from '@evenstock/contract/messages/english';
import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import {
  duePulls,
  pacedPeriods,
  failureMessages,
  listingsWindow,
  ordersWindow,
  waitAfter,
  type PullHistory,
} from './pulls.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const facts = { ordersVisibleWithin: 60 };
const days = { firstPullDays: 90 };

describe('the window of an orders pull', () => {
  it('begins before the last completed one began, by what the channel may list late', () => {
    expect(ordersWindow('poll', now, ago(60), facts, days)).toEqual({ from: ago(121.5), to: now });
    expect(ordersWindow('manual', now, ago(7200), facts, days).from).toEqual(ago(7261.5));
  });

  it('reaches back to the first day without a completed one, and 48 hours to reconcile', () => {
    expect(ordersWindow('first', now, ago(60), facts, days).from).toEqual(ago(90 * 86_400));
    expect(ordersWindow('poll', now, null, facts, days).from).toEqual(ago(90 * 86_400));
    expect(ordersWindow('reconcile', now, ago(60), facts, days).from).toEqual(ago(48 * 3600));
  });
});

describe('the window of a listings pull', () => {
  it('is what changed for a poll, everything else for the others', () => {
    expect(listingsWindow('poll', now, ago(300)).from).toEqual(ago(360));
    expect(listingsWindow('poll', now, null).from).toBeNull();
    expect(listingsWindow('reconcile', now, ago(300)).from).toBeNull();
  });
});

describe('a pull that fails', () => {
  const reason = fromChannel('No.');
  const unavailable = { kind: 'unavailable', reason } as const;

  it('waits longer each time, and as long as the channel asks', () => {
    expect([1, 2, 3].map((failures) => waitAfter(unavailable, 'first', failures))).toEqual([
      5000, 10_000, 20_000,
    ]);
    expect(waitAfter({ kind: 'throttled', afterSeconds: 90, reason }, 'first', 1)).toBe(90_000);
    expect(waitAfter(unavailable, 'first', 19)).toBe(600_000);
  });

  it('ends where trying again changes nothing, and a poll after three times', () => {
    expect(waitAfter({ kind: 'unauthorised', code: '1', reason }, 'first', 1)).toBeNull();
    expect(waitAfter(unavailable, 'poll', 3)).toBeNull();
  });

  it('says what happened and what comes next', () => {
    const pull = { kind: 'orders', marketplace: 'My Shopee', channel: 'shopee' } as const;
    const messages = failureMessages(unavailable, pull, true);
    expect(messages.map(({ code }) => code)).toEqual(['pulls.unavailable', 'pulls.orders_go_on']);
    expect(englishOf(messages)).toBe('My Shopee did not answer. Pulling orders goes on by itself shortly.');
    const refused = failureMessages({ kind: 'rejected', code: '1', reason }, pull, false);
    expect(refused.map(({ code }) => code)).toEqual([
      'pulls.refused_because',
      'api.channel',
      'pulls.next_orders_pull',
    ]);
  });

  it.each([
    ['shopee', 'Press Verify on its page to go on.'],
    ['lazada', 'Press Extend Expiry on its page to go on.'],
    ['qoo10', 'Press Re-Verify on its page to go on.'],
  ] as const)('names the button that the page of %s has once its consent ended', (channel, words) => {
    const of = { kind: 'orders', marketplace: 'My shop', channel } as const;
    const [, next] = failureMessages({ kind: 'unauthorised', code: '1', reason }, of, false);
    expect(next === undefined ? null : english(next)).toBe(words);
  });
});

describe('pulls that are due', () => {
  const settings = {
    orderPollSeconds: 60,
    orderReconcileSeconds: 900,
    listingPollSeconds: 300,
    listingSweepSeconds: 86_400,
  };
  const at = { now, verifiedAt: ago(10_000), listingsEnded: true };
  const past = (scope: PullHistory['scope'], seconds: number, isRunning = false): PullHistory => ({
    scope,
    isRunning,
    createdAt: ago(seconds),
  });

  it('begin with the first of listings; orders wait for its end', () => {
    expect(duePulls('listings', [], { ...at, listingsEnded: false }, settings)).toEqual(['first']);
    expect(duePulls('orders', [], { ...at, listingsEnded: false }, settings)).toEqual([]);
    expect(duePulls('orders', [], at, settings)).toEqual(['first']);
    expect(duePulls('orders', [past('first', 20_000)], at, settings)).toEqual(['first']);
  });

  it('come by the settings once the first has ended', () => {
    expect(duePulls('orders', [past('first', 500, true)], at, settings)).toEqual([]);
    expect(duePulls('orders', [past('first', 61)], at, settings)).toEqual(['poll']);
    expect(
      duePulls('orders', [past('first', 5000), past('poll', 30), past('reconcile', 901)], at, settings),
    ).toEqual(['reconcile']);
    expect(
      duePulls('orders', [past('first', 5000), past('poll', 90, true), past('reconcile', 1)], at, settings),
    ).toEqual([]);
    expect(duePulls('listings', [past('first', 5000), past('poll', 299)], at, settings)).toEqual(['poll']);
  });

  it('come no more often than the channel’s rate limit sustains; slower settings stay', () => {
    const paced = pacedPeriods(settings, { ordersPolledEvery: 300 });
    const orders = (poll: number, reconcile: number) =>
      duePulls('orders', [past('first', 9000), past('poll', poll), past('reconcile', reconcile)], at, paced);
    expect(orders(290, 3590)).toEqual([]);
    expect(orders(301, 3601)).toEqual(['poll', 'reconcile']);
    expect(paced.listingPollSeconds).toBe(settings.listingPollSeconds);
    expect(pacedPeriods(settings, { ordersPolledEvery: 0 })).toEqual(settings);
    const slow = { ...settings, orderPollSeconds: 600, orderReconcileSeconds: 7200 };
    expect(pacedPeriods(slow, { ordersPolledEvery: 300 })).toEqual(slow);
  });
});
