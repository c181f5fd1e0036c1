import type { Shop } from '../core/shop.ts';
import type { Call, Core } from '../core/simulator.ts';
import type { EventType } from './event-types.ts';
import type { Records } from './records.ts';

/** Sends a notice of this kind to the app, not before an instant (milliseconds). */
export type Notify = (shop: Shop, eventType: EventType, data: object, notBefore?: number) => void;

/** A call that passed the gate: signed, in time, with a good token, and about a shop that it may speak for. */
export interface ShopCall {
  readonly core: Core;
  readonly records: Records;
  readonly notify: Notify;
  readonly shop: Shop;
  readonly path: string;
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  /** Do only the first half of a batch. */
  readonly halfBatch: boolean;
  /** Age of the stock that reads show, in seconds (a fault). */
  readonly staleSeconds: number;
  readonly leftOut: Call['leftOut'];
  readonly pageFault: Call['pageFault'];
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the vendor writes it, with `:version` and named parts. */
  readonly path: string;
  readonly versions: readonly string[];
  readonly nature: 'read' | 'write';
  /** Whether `shop_cipher` says which shop is meant: it must be there then, and must not otherwise (tiktok.md 1.2). */
  readonly ofAccount?: true;
  /** Gives the `data`; throws Failure. */
  answer(call: ShopCall): unknown;
}
