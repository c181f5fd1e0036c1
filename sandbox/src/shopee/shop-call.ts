import type { Shop } from '../core/shop.ts';
import type { Call, Core } from '../core/simulator.ts';
import type { Answer } from './reply.ts';

/** A call that passed the gate: signed, in time, with a good token. */
export interface ShopCall {
  readonly core: Core;
  readonly shop: Shop;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly call: Call;
}

/** A call of the app rather than of a shop. */
export interface PublicCall {
  readonly core: Core;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
}

export interface Endpoint<C> {
  readonly method: 'GET' | 'POST' | 'GET or POST';
  /** From /api/v2/ on. */
  readonly path: string;
  answer(call: C): Answer;
}

export type ShopEndpoint = Endpoint<ShopCall>;
export type PublicEndpoint = Endpoint<PublicCall>;
