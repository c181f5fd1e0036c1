import { after } from '../../../platform/time/time-spans.ts';
import type { ListingStock } from './evaluate.rules.ts';
import { certainlyAfter, type ListingReading } from './observe.rules.ts';

/**
 * The row of a listing whose units the marketplace keeps from now on: its number is no measure, so nothing is expected of it, and it is
 * not written.
 * @param at on the channel's clock
 */
export function keptByMarketplace(stock: ListingStock, at: Date): ListingStock {
  return {
    ...stock,
    kept_since: stock.kept_since ?? at,
    seller_since: null,
    pending: 0,
    shop_quantity: null,
    expected_quantity: null,
    snapshot_from: null,
    snapshot_until: null,
    read_quantity: null,
    held: true,
    hold_since: null,
    hold_read_at: null,
    acked_rev: stock.target_rev,
    due_since: null,
    retry_at: null,
    verify_at: null,
    verify_from: null,
    quarantine_until: null,
    failures: 0,
    flag: null,
    flag_reason: null,
    flag_messages: null,
    flagged_at: null,
  };
}

/**
 * The row of a listing whose place of stock is another from now on. The number of the place before is no measure of this one, so that it
 * begins anew as one that the seller keeps again. A push under way was for the place before: its lease ends.
 * @param at on the channel's clock
 */
export function atOtherPlace(stock: ListingStock, at: Date, now: Date): ListingStock {
  return {
    ...keptByMarketplace(stock, at),
    kept_since: at,
    verify_at: now,
    lease_token: null,
    lease_until: null,
    attempt_id: null,
  };
}

/** The row after an answer with a number, and whether that number is the seller's. */
export interface Kept {
  readonly stock: ListingStock;
  readonly isMeasure: boolean;
}

/**
 * Decides whether a number is the seller's again. The first answers after the marketplace kept the units may be old, so the listing is
 * the seller's only when answers of more than the read lag agree; then it is held and begins anew with that read.
 * @param readLag how old an answer may be, in seconds
 */
export function sellersAgain(stock: ListingStock, reading: ListingReading, readLag: number, now: Date): Kept {
  if (stock.kept_since === null) return { stock, isMeasure: true };
  if (reading.from <= stock.kept_since) return { stock, isMeasure: false };
  const since = stock.seller_since;
  if (since === null) {
    const asked = { ...stock, seller_since: reading.from, verify_at: certainlyAfter(now, readLag) };
    return { stock: asked, isMeasure: false };
  }
  if (reading.from <= after(since, readLag * 1000)) return { stock, isMeasure: false };
  const released = { ...keptByMarketplace(stock, since), kept_since: null, hold_since: reading.from };
  return { stock: released, isMeasure: true };
}
