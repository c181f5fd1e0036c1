import { describe, expect, it } from 'vitest';
import { bookEpochs, endDoubts, isDecidedBy, releaseHolds } from '../reads/book-differences.rules.ts';
import type { ListingStock } from './evaluate.rules.ts';
import { baselineMovements, joinEdits, observeBatch } from '../reads/observe-batch.rules.ts';
import type { Epoch } from './observe.rules.ts';
import {
  explainEpochs,
  freeJoined,
  joinAgain,
  holdDoubtful,
  readBackRestored,
  withEvents,
  type LineEffect,
} from '../changes/order-effects.rules.ts';
import { afterOutcome } from './outcome.rules.ts';
import { changesOf } from '../ledger/stock-writes.rules.ts';
import { at, epochOf, listingOf, stocksOf } from './variant-stock.fixture.ts';
import {
  evaluateVariantStock,
  listingsById,
  withListings,
  withMovements,
  withPending,
  type VariantStocks,
} from './variant-stock.rules.ts';

const facts = {
  ordersVisibleWithin: 60,
  settlesWithin: 0,
  readLag: 60,
  hidesHolds: false,
};
const none: ReadonlyMap<number, number> = new Map();

const rowsOf = (stocks: VariantStocks): ListingStock[] =>
  Array.from(listingsById(stocks).values(), ({ listing }) => listing.stock);
const evaluate = (stocks: VariantStocks) =>
  Array.from(stocks.values(), (variant) => evaluateVariantStock(variant, at(100), null));

/** Freezes a value and all that it holds, so that a rule which changes its argument throws. */
function frozen<T>(value: T): T {
  if (value instanceof Map) value.forEach(frozen);
  else if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const ten = frozen(stocksOf(listingOf(1), listingOf(2)));

describe('an evaluation', () => {
  it('changes nothing where every listing shows the quantity', () => {
    expect(changesOf(evaluate(ten), none, at(100))).toBeNull();
  });

  it('makes a push due on each listing when the ledger has another quantity', () => {
    const sold = frozen(withMovements(ten, [{ variantId: 1, finalQuantity: 7 }]));
    const changes = changesOf(evaluate(sold), new Map([[1, 55]]), at(100));
    expect(changes?.due.map((row) => [row.variant_listing_id, row.quantity, row.stock_movement_id])).toEqual([
      [1, 7, 55],
      [2, 7, 55],
    ]);
    expect(changes).toMatchObject({
      known: { columns: ['target', 'send', 'target_rev', 'due_since'] },
      closed: [1, 2],
      storesToPush: [1],
      announced: [{ storeId: 1, variants: [1], movements: [55] }],
    });
    expect(ten.get(1)?.quantity).toBe(10);
  });

  it('keeps a surplus on its own listing, lowers the others by a shortfall, and sets the variant out of sync', () => {
    const short = frozen(withListings(ten, new Map([[1, withPending(listingOf(1), -4)]])));
    const [variant] = evaluate(short);
    expect(variant?.listings.map(({ stock }) => stock.send)).toEqual([6, 6]);
    expect(variant).toMatchObject({ isOutOfSync: true, hasTurned: true });
    const more = frozen(withListings(ten, new Map([[1, withPending(listingOf(1), 4)]])));
    expect(evaluate(more)[0]?.listings.map(({ stock }) => stock.send)).toEqual([14, 10]);
  });

  it('takes no number for certain while a write without an answer may land, but the one acknowledged since', () => {
    const uncertain = { quarantine_until: at(500), acked_quantity: 9, failures: 0 };
    const verdictOf = (row: Partial<ListingStock>) =>
      evaluate(frozen(stocksOf(listingOf(1, { ...uncertain, ...row }))))[0]?.listings[0]?.verdict;
    expect(verdictOf({})).toBe('due');
    expect(verdictOf({ acked_quantity: 10 })).toBe('unchanged');
    expect(verdictOf({ acked_quantity: 10, failures: 1 })).toBe('due');
  });

  it('ignores a deleted listing', () => {
    const deleted = { ...withPending(listingOf(1), -4), isDeleted: true };
    const [variant] = evaluate(frozen(stocksOf(deleted, listingOf(2))));
    expect(variant?.listings.map(({ verdict }) => verdict)).toEqual([null, 'unchanged']);
    expect(variant?.isOutOfSync).toBe(false);
  });

  it('enqueues a push when a hold ends on a listing that is behind', () => {
    const held = listingOf(1, {
      held: true,
      hold_read_at: at(10),
      target_rev: 2,
      acked_rev: 1,
      shop_quantity: 12,
    });
    const stocks = frozen(stocksOf(held));
    const poll = { marketplaceId: 1, beganAt: at(80), passedReadsUntil: at(9) };
    expect(rowsOf(releaseHolds(stocks, poll))[0]?.held).toBe(true);
    const released = releaseHolds(stocks, { ...poll, passedReadsUntil: at(10) });
    expect(changesOf(evaluate(released), none, at(100))?.storesToPush).toEqual([1]);
  });
});

const effect: LineEffect = {
  orderId: 1,
  orderItemId: 3,
  variantId: 1,
  adjustment: -2,
  action: 'Order placed',
  cause: 'line:3:1',
  listingId: 1,
  parts: null,
  events: [],
  isDoubtful: true,
  restorableUntil: null,
};
const sale = { kind: 'placed', seq: 1, delta: -2, orderItemId: 3, listingId: 1 } as const;

describe('order events', () => {
  it('lower the expected quantity of their listing alone', () => {
    const events = [
      { ...sale, from: at(20), until: at(20) },
      { ...sale, from: at(1), until: at(1) },
    ];
    const next = listingsById(withEvents(ten, frozen(events)));
    expect(next.get(1)?.listing.eventTotals).toEqual({ certain: -2, maybeDown: -2, maybeUp: 0 });
    expect(next.get(2)?.listing).toBe(listingsById(ten).get(2)?.listing);
  });

  it('reverse a booking that they explain, and free the differences that were joined once nothing of it is left', () => {
    const booked = { ...epochOf(1, { measure: 7, second: 30 }), booked: -3, bookedNo: 1 };
    const joined = { ...epochOf(2, { measure: 7, second: 30 }), joined: -3, joinedTo: booked.id };
    const events = [{ delta: -2, from: at(20), until: at(20) }];
    const next = explainEpochs(ten, frozen([{ ...booked, events }]), () => facts);
    expect(next.movements).toMatchObject([{ adjustment: 2, cause: `epoch:${String(booked.id)}:2` }]);
    expect(next.epochs).toMatchObject([{ unexplained: -1, booked: -1 }]);
    expect(next.reversed).toEqual([]);
    const more = [...events, { delta: -1, from: at(25), until: at(25) }];
    const whole = explainEpochs(ten, frozen([{ ...booked, events: more }]), () => facts);
    expect(whole.epochs).toMatchObject([{ unexplained: 0, booked: 0 }]);
    expect(whole.reversed).toEqual([booked.id]);
    const freed = freeJoined(frozen(next.stocks), frozen([joined]));
    expect(rowsOf(freed.stocks).map(({ pending }) => pending)).toEqual([0, -3]);
    expect(freed.epochs).toMatchObject([{ joined: 0, joinedTo: booked.id }]);
  });

  it('hold a listing whose baseline may include them, and only while its pushes still wait', () => {
    const held = frozen(stocksOf(listingOf(1, { held: true })));
    expect(holdDoubtful(held, [effect], at(100)).toRead).toEqual([1]);
    expect(rowsOf(holdDoubtful(held, [effect], at(100)).stocks)[0]?.verify_at).toEqual(at(100));
    expect(holdDoubtful(ten, [effect], at(100)).toRead).toEqual([]);
  });

  it.each([
    [20, 30],
    [30, 20],
  ])('that may have restored units of one listing twice wait for an answer from after both', (...seconds) => {
    const effects = seconds.map((second) => ({ ...effect, listingId: 1, restorableUntil: at(second) }));
    const [row] = rowsOf(readBackRestored(ten, frozen(effects), () => at(91)));
    expect(row).toMatchObject({ verify_at: at(91), verify_from: at(30) });
  });
});

describe('readings', () => {
  it('of one variant give one baseline: that of the first listing', () => {
    const unread = [1, 2].map((id) => ({ ...listingOf(id, { counted_from: null }), loaded: null }));
    const stocks = frozen(stocksOf(...unread));
    const readings = [1, 2].map((id) => ({
      variantListingId: id,
      measure: 4 + id,
      reserved: 0,
      from: at(20),
      until: at(21),
      since: at(-40),
      epoch: null,
      events: [],
    }));
    const batch = observeBatch(stocks, readings, facts, null, at(22));
    expect(batch.opened.map(({ value }) => value.measure)).toEqual([5, 6]);
    expect(baselineMovements(stocks, batch.baselines)).toMatchObject([{ adjustment: 5, cause: 'count:1' }]);
    expect(rowsOf(batch.stocks).map((row) => row.shop_quantity)).toEqual([5, 6]);
  });

  it('that take the place of a doubtful baseline change the quantity by what that was wrong, each by a cause of its own', () => {
    const [counted, other] = [listingOf(1), listingOf(2)];
    const baselines = [
      { listing: counted, variantId: 1, units: -2, insteadOf: 70 },
      { listing: other, variantId: 1, units: 10, insteadOf: null },
    ];
    expect(baselineMovements(ten, baselines)).toMatchObject([{ adjustment: -2, cause: 'count:1:70' }]);
  });

  it('begin no epoch that may be booked while the store, or the shop, does not sync', () => {
    const reading = {
      variantListingId: 1,
      measure: 9,
      reserved: 0,
      from: at(100),
      until: at(101),
      since: at(40),
      epoch: null,
      events: [],
    };
    const begun = (canSync: boolean) => {
      const stocks = stocksOf(listingOf(1));
      const [[id, variant] = []] = stocks;
      if (id === undefined || variant === undefined) throw new Error('There is no variant.');
      const listings = variant.listings.map((listing) => ({ ...listing, canSync }));
      const switched = frozen(new Map([[id, { ...variant, listings }]]));
      return observeBatch(switched, [reading], facts, null, at(102)).opened.map(({ bookable }) => bookable);
    };
    expect([begun(true), begun(false)]).toEqual([[true], [false]]);
  });

  it('leave a difference that is joined to a booking neither pending nor booked', () => {
    const epoch = epochOf(1, { measure: 13, second: 30 });
    const stocks = frozen(stocksOf(withPending(listingOf(1), 3)));
    const { stocks: next, epochs } = joinEdits(stocks, [{ epoch, joinedTo: 99 }]);
    expect(rowsOf(next)[0]?.pending).toBe(0);
    expect(epochs.get(epoch.id)).toMatchObject({ joined: 3, joinedTo: 99 });
  });
});

describe('a completed order poll', () => {
  const poll = { marketplaceId: 1, beganAt: at(200), passedReadsUntil: at(100) };
  const typed = { measure: 15, second: 30 };
  const pending = frozen(stocksOf(withPending(listingOf(1), 5), withPending(listingOf(2), 5)));

  it('joins nothing that went the other way, though both shops show one number now', () => {
    const rise = epochOf(1, { measure: 12, second: 30 });
    const fall = { ...epochOf(2, { measure: 12, second: 30 }), unexplained: -3, sure: -3 };
    const booked = bookEpochs(pending, frozen([rise, fall]), isDecidedBy(poll));
    expect(booked.epochs).toMatchObject([{ booked: 2 }, { booked: 0, joined: 0 }]);
  });

  it('ends a doubt that a write has closed, once the poll has passed its read', () => {
    const doubtful = { ...epochOf(1, { measure: 7, second: 30 }), sure: 0, isClosed: true };
    const lowered = frozen(withListings(ten, new Map([[1, withPending(listingOf(1), -3)]])));
    const after = (seconds: number, epoch: Epoch = doubtful) => {
      const poll = { marketplaceId: 1, beganAt: at(200), passedReadsUntil: at(seconds) };
      const { stocks, epochs } = endDoubts(lowered, frozen([epoch]), poll);
      return [epochs[0]?.unexplained, rowsOf(stocks)[0]?.pending];
    };
    expect(after(30)).toEqual([-3, -3]);
    expect(after(31)).toEqual([0, 0]);
    expect(after(31, { ...doubtful, isClosed: false })).toEqual([-3, -3]);
  });

  it('books a difference once, and joins what another listing shows of the same edit', () => {
    const booked = bookEpochs(pending, frozen([epochOf(1, typed), epochOf(2, typed)]), isDecidedBy(poll));
    expect(booked.movements).toMatchObject([{ adjustment: 5, cause: 'epoch:10:1' }]);
    expect(booked.epochs).toMatchObject([{ booked: 5 }, { booked: 0, joined: 5, joinedTo: 10 }]);
    expect(rowsOf(booked.stocks).map((row) => row.pending)).toEqual([0, 0]);
  });

  it('joins again what an order has set free, also to another booking than before', () => {
    const was = { ...epochOf(1, { measure: 9, second: 30 }), unexplained: 0, sure: 0 };
    const free = { ...epochOf(2, typed), joinedTo: was.id };
    const other = { ...epochOf(3, { measure: 14, second: 30 }), joinedTo: was.id };
    const stocks = frozen(stocksOf(listingOf(1), withPending(listingOf(2), 5), withPending(listingOf(3), 4)));
    const booked = bookEpochs(stocks, frozen([free, other, was]), isDecidedBy({ ...poll, marketplaceId: 2 }));
    expect(booked.movements.map(({ adjustment }) => adjustment)).toEqual([5]);
    expect(booked.epochs).toMatchObject([
      { booked: 5, joinedTo: null },
      { joined: 4, joinedTo: free.id },
      { joined: 0, joinedTo: free.id },
    ]);
    const now = { ...was, unexplained: 5, sure: 5, joinedTo: free.id };
    const again = joinAgain(booked.stocks, { before: [was], now: [now] }, booked.epochs);
    expect(again.epochs).toMatchObject([{ joined: 5 }]);
    const edited = { ...now, unexplained: 7, sure: 7 };
    expect(joinAgain(booked.stocks, { before: [now], now: [edited] }, booked.epochs).epochs).toEqual([
      edited,
    ]);
  });

  it('books each of two different edits of one variant', () => {
    const other = { ...listingOf(2), marketplaceId: 1 };
    const stocks = frozen(stocksOf(withPending(listingOf(1), 5), withPending(other, -2)));
    const booked = bookEpochs(
      stocks,
      [epochOf(1, typed), epochOf(2, { measure: 8, second: 30 })],
      isDecidedBy(poll),
    );
    expect(booked.movements.map(({ adjustment }) => adjustment)).toEqual([5, -2]);
  });

  it('joins a listing that shows the quantity after all bookings so far', () => {
    const first = withPending(listingOf(1), 5);
    const second = withPending({ ...listingOf(2), marketplaceId: 1 }, 3);
    const third = withPending(listingOf(3, { shop_quantity: 18 }), 8);
    const epochs = [epochOf(1, typed), epochOf(2, { measure: 13, second: 30 })];
    const last = epochOf(3, { measure: 18, second: 30 });
    const booked = bookEpochs(
      frozen(stocksOf(first, second, third)),
      frozen([...epochs, last]),
      isDecidedBy(poll),
    );
    expect(booked.movements.map(({ adjustment }) => adjustment)).toEqual([5, 3]);
    expect(booked.epochs.at(-1)).toMatchObject({ joined: 8, joinedTo: 20 });
  });

  it('books nothing that a poll of another marketplace, or an earlier one, has not decided', () => {
    const epochs = frozen([epochOf(1, typed), epochOf(2, typed)]);
    expect(bookEpochs(pending, epochs, isDecidedBy({ ...poll, beganAt: at(80) })).movements).toEqual([]);
    expect(bookEpochs(pending, epochs, isDecidedBy({ ...poll, marketplaceId: 3 })).movements).toEqual([]);
  });
});

it('an ended epoch leaves no difference that must not be booked', () => {
  const listing = frozen({ ...listingOf(1), unexplainedUnbookable: 4 });
  const outcome = {
    stock: { ...listing.stock, snapshot_from: at(50), snapshot_until: at(51) },
    end: { id: 1, state: 'success', outcome: 'ok', reason: null, then: null },
    epoch: 'begins',
    isSnapshot: true,
  } as const;
  const events = [
    { delta: -1, from: at(20), until: at(20) },
    { delta: -2, from: at(60), until: at(60) },
  ];
  const next = afterOutcome(listing, outcome, events);
  expect(next).toMatchObject({ unexplainedUnbookable: 0, eventTotals: { certain: -2, maybeDown: 0 } });
  expect(afterOutcome(listing, { ...outcome, epoch: 'goes on' }, events).unexplainedUnbookable).toBe(4);
});
