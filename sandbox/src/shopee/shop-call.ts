import type { Shop } from '../core/shop.ts';
import type { Call, Core, SandboxRequest } from '../core/simulator.ts';
import type { Records, ReturnRecord } from './records.ts';
import type { Answer } from './reply.ts';

/** A call that passed the gate: signed, in time, with a good token. */
export interface ShopCall {
  readonly core: Core;
  readonly shop: Shop;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly call: Call;
  readonly records: Records;
  /** Notifies the app of a change of a return that no event of its order made. */
  notifyReturn(changed: ReturnRecord, before: string): void;
}

/** A call of the app rather than of a shop. */
export interface PublicCall {
  readonly core: Core;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly request: SandboxRequest;
  readonly records: Records;
}

export interface Endpoint<C> {
  readonly method: 'GET' | 'POST' | 'GET or POST';
  /** From /api/v2/ on. */
  readonly path: string;
  answer(call: C): Answer;
}

export type ShopEndpoint = Endpoint<ShopCall>;
export type PublicEndpoint = Endpoint<PublicCall>;
