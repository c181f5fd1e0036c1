import { describe, expect, it } from 'vitest';
import { createPrng } from '../../../testing/sim/prng.ts';
import { explainDifference, isOpenDifference, shownTerms, targetTerms } from './explain-stock.rules.ts';
import { sendOf } from '../protocol/target.rules.ts';
import { at, epochOf, listingOf } from '../protocol/variant-stock.fixture.ts';

const plain = {
  quantity: 10,
  lowersBy: 0,
  safety: 0,
  keptForAnother: 0,
  forced: false,
  cap: null,
  reserved: 0,
  isSet: false,
  pending: 0,
  shortElsewhere: 0,
};
const sum = (terms: readonly { readonly units: number }[]) =>
  terms.reduce((total, { units }) => total + units, 0);

describe('the terms of a target', () => {
  it.each([
    ['a plain number', {}, [['ledger', 10]]],
    [
      'forced to 0',
      { forced: true },
      [
        ['ledger', 10],
        ['forced', -10],
      ],
    ],
    [
      'the most that is taken',
      { cap: 4 },
      [
        ['ledger', 10],
        ['maximum', -6],
      ],
    ],
    [
      'a campaign',
      { quantity: 1, reserved: 3 },
      [
        ['ledger', 1],
        ['campaign', 2],
      ],
    ],
    [
      'an oversell',
      { quantity: -2 },
      [
        ['ledger', -2],
        ['below_zero', 2],
      ],
    ],
    [
      'to be counted',
      { lowersBy: -3 },
      [
        ['ledger', 10],
        ['to_be_counted', -3],
      ],
    ],
    [
      'what is kept back',
      { safety: 3 },
      [
        ['ledger', 10],
        ['safety', -3],
      ],
    ],
    [
      'what is kept for another marketplace',
      { safety: 2, keptForAnother: 3 },
      [
        ['ledger', 10],
        ['safety', -2],
        ['kept_for_another', -3],
      ],
    ],
    [
      'more kept back than there is',
      { quantity: 2, safety: 3 },
      [
        ['ledger', 2],
        ['safety', -3],
        ['below_zero', 1],
      ],
    ],
    [
      'differences',
      { pending: 2, shortElsewhere: -5 },
      [
        ['ledger', 10],
        ['own_difference', 2],
        ['difference_elsewhere', -5],
      ],
    ],
  ])('name %s', (_, facts, terms) => {
    expect(targetTerms({ ...plain, ...facts }).map(({ term, units }) => [term, units])).toEqual(terms);
  });

  it('add up to what is sent, whatever the facts', () => {
    const prng = createPrng(11);
    for (let round = 0; round < 5_000; round += 1) {
      const facts = {
        quantity: prng.whole(-4, 12),
        lowersBy: -prng.whole(0, 3),
        safety: prng.whole(0, 2) === 0 ? prng.whole(0, 5) : 0,
        keptForAnother: prng.whole(0, 2) === 0 ? prng.whole(0, 5) : 0,
        forced: prng.whole(0, 5) === 0,
        cap: prng.whole(0, 2) === 0 ? prng.whole(0, 12) : null,
        reserved: prng.whole(0, 3) === 0 ? prng.whole(0, 12) : 0,
        isSet: prng.whole(0, 4) === 0,
        pending: prng.whole(-4, 4),
        shortElsewhere: -prng.whole(0, 4),
      };
      const { send: sent } = sendOf(
        { ...facts, quantity: facts.quantity + facts.lowersBy },
        facts.pending,
        facts.shortElsewhere,
      );
      expect(sum(targetTerms(facts)), JSON.stringify(facts)).toBe(sent);
    }
  });
});

describe('the terms of what a shop shows', () => {
  it('are its last number, the orders since, and those that may be part of it', () => {
    const { stock } = listingOf(1, { shop_quantity: 10, expected_quantity: 6, snapshot_until: at(5) });
    const terms = shownTerms(stock, { certain: -3, maybeDown: -2, maybeUp: 0 });
    expect(terms).toEqual([
      { term: 'last_known', units: 10, at: at(5).toISOString() },
      { term: 'orders_since', units: -3, at: null },
      { term: 'orders_unclear', units: -1, at: null },
    ]);
  });
});

describe('a difference', () => {
  it('waits for the orders of its marketplace, or for another read while it may be an old answer', () => {
    const epoch = epochOf(1, { measure: 7, second: 30 });
    expect(explainDifference(epoch)).toMatchObject({
      unexplained: -3,
      open: -3,
      is_counted: true,
      decided_after: at(90).toISOString(),
      reason_messages: [{ code: 'stock.becomes_stock' }],
    });
    expect(explainDifference({ ...epoch, sure: 0 })).toMatchObject({
      decided_after: null,
      reason_messages: [{ code: 'stock.difference_doubtful' }],
    });
    expect(explainDifference({ ...epoch, bookable: false })).toMatchObject({
      is_counted: false,
      reason_messages: [{ code: 'stock.is_set_back' }],
    });
  });

  it('is shown while the ledger does not hold it', () => {
    const epoch = epochOf(1, { measure: 7, second: 30 });
    expect(isOpenDifference(epoch)).toBe(true);
    expect(isOpenDifference({ ...epoch, booked: -3 })).toBe(false);
    expect(isOpenDifference({ ...epoch, bookable: false, isClosed: true })).toBe(false);
  });
});
