import type { Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import type { AmazonRecords, FeedRecord } from '../protocol/records.ts';

/** A feed being worked on. */
export interface FeedRun {
  readonly core: Core;
  readonly records: AmazonRecords;
  readonly shop: Shop;
  readonly feed: FeedRecord;
  /** What was uploaded. */
  readonly text: string;
}

export interface FeedResult {
  readonly contentType: string;
  readonly text: string;
}

/** Works on a feed; null when it cannot be read at all, which ends it FATAL. */
export type FeedWorker = (run: FeedRun) => FeedResult | null;
