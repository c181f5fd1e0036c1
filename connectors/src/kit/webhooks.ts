import type { Access, AppKeys } from './access.ts';

export interface WebhookRequest {
  /** The address that is registered at the channel, exactly as registered. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Uint8Array;
}

/** The subject of a notice. Its body is only a hint: the record is read again before it is used. */
export interface Notice {
  /** Empty for a notice that names no shop. */
  readonly shopId: string;
  /** The same for every delivery of one notice. */
  readonly dedupeKey: string;
  readonly about:
    /** `number` as `orders.read` takes it: the channel's number, or its own id where the notice carries that. */
    | { readonly kind: 'order'; readonly number: string }
    /** `number`: of its order, as `orders.read` takes it; null if not reported. */
    | { readonly kind: 'return'; readonly returnId: string; readonly number: string | null }
    | { readonly kind: 'listing'; readonly itemId: string }
    /** `shows`: the quantity that the listing shows now, where the notice has it. */
    | {
        readonly kind: 'stock';
        readonly stockRef: Readonly<Record<string, string>>;
        readonly shows: number | null;
      }
    | { readonly kind: 'deauthorised' }
    /** The data of buyers are to be deleted. `orders`: by the channel's ids; null: of all orders. `buyerId`: null where the notice has none. */
    | {
        readonly kind: 'delete_buyers';
        readonly orders: readonly string[] | null;
        readonly buyerId: string | null;
      }
    /** A buyer asks for the data that are kept. `orders`: by the channel's ids. */
    | { readonly kind: 'tell_buyer'; readonly orders: readonly string[] }
    | { readonly kind: 'other'; readonly topic: string };
}

export interface Webhooks {
  /** Verifies the signature over the raw body. Null for a forged or malformed signature (answer 401), never for the body of a good one. */
  verify(app: AppKeys, request: WebhookRequest): Notice | null;
  /** The success answer that the channel accepts. */
  readonly accepted: { readonly status: number; readonly body: string };
  /** Subscribes the shop, on channels with a call for each shop; idempotent. */
  readonly subscribe: ((access: Access, url: string) => Promise<void>) | null;
}
