import type { ChannelFacts, StockResult } from '@evenstock/connectors/kit/connector';
import { message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import type { ListingStock } from './evaluate.rules.ts';
import { applyOutcome } from './outcome.rules.ts';
import { at, listingOf } from './variant-stock.fixture.ts';

const facts: ChannelFacts = {
  ordersVisibleWithin: 60,
  ordersPolledEvery: 0,
  hasStableOrderCursor: true,
  settlesWithin: 5,
  lateWriteBound: 300,
  lateActionBound: 60,
  tellsDeletedListings: true,
  readLag: 60,
  hidesHolds: false,
  restoresOnCancel: 'yes',
  datesEvents: true,
  compareAndSet: false,
  readBeforeWrite: false,
  zeroesOnOutOfStockCancel: false,
};
const attempt = { id: 9, listingId: 1, revision: 2, quantity: 7, transformed: false, sentAt: at(100) };
const reason = message('stock.not_answered');

/** A push of 7 that was sent at 100 and ended at 110. */
const ended = (result: StockResult, row: Partial<ListingStock> = {}) => {
  const { stock } = listingOf(1, {
    lease_token: 'a-push',
    target_rev: 2,
    acked_rev: 1,
    attempt_id: 9,
    ...row,
  });
  return applyOutcome(stock, attempt, result, { answered: at(110), now: at(110) }, facts);
};
const unknown = { outcome: 'unknown', reason } as const;

describe('a push that is acknowledged', () => {
  it('begins an epoch, from when it was sent until it is in force', () => {
    expect(ended({ outcome: 'ok' })).toMatchObject({
      epoch: 'begins',
      stock: {
        acked_rev: 2,
        acked_quantity: 7,
        snapshot_from: at(100),
        snapshot_until: at(115),
        lease_token: null,
      },
    });
  });

  it('begins none while an earlier one may still land, and ends that time where it was sent after it', () => {
    const within = ended({ outcome: 'ok' }, { quarantine_until: at(100) });
    expect(within).toMatchObject({ epoch: 'ends', stock: { quarantine_until: at(100) } });
    const later = ended({ outcome: 'ok' }, { quarantine_until: at(99) });
    expect(later).toMatchObject({ epoch: 'begins', stock: { quarantine_until: null } });
  });
});

describe('a push that is to be tried later', () => {
  it('stays due at the same revision, and waits for the time of the answer', () => {
    expect(ended({ outcome: 'retry', afterSeconds: 7 })).toMatchObject({
      epoch: 'goes on',
      stock: { target_rev: 2, acked_rev: 1, retry_at: at(117), lease_token: null },
      end: { state: 'pending', then: 'reopen' },
    });
  });

  it('is tried soon where its refusal may pass, and daily otherwise', () => {
    const refused = (mayPass: boolean) => ended({ outcome: 'rejected', code: 'no', reason, mayPass });
    expect(refused(true).stock).toMatchObject({ flag: 'rejected', retry_at: at(110 + 900) });
    expect(refused(false).stock).toMatchObject({ flag: 'rejected', retry_at: at(110 + 86_400) });
  });
});

describe('a push without an answer', () => {
  it('is sent again at once, then after waits that double, up to five minutes', () => {
    const waits = [0, 1, 2, 3, 20].map((failures) => ended(unknown, { failures }).stock.retry_at);
    expect(waits).toEqual([at(110), at(115), at(120), at(130), at(410)]);
  });

  it('leaves nothing to be inferred while it may land, and is read back', () => {
    const first = ended(unknown);
    expect(first).toMatchObject({
      epoch: 'ends',
      stock: { quarantine_until: at(405), verify_at: at(170), acked_rev: 1 },
      end: { state: 'superseded', then: 'resend' },
    });
    expect(ended(unknown, { quarantine_until: at(900) }).stock.quarantine_until).toEqual(at(900));
  });
});
