import type { ChannelKind } from '@evenstock/contract/channels';
import type { z } from 'zod';
import type { Grants } from './grants.ts';
import type { Table } from './journal.ts';
import type { Random } from './random.ts';
import type { Item, Order, Variant } from './records.ts';
import type { Shop, ShopNews } from './shop.ts';

/** A request as it came over the wire, or as `fetch` was asked in-process. */
export interface SandboxRequest {
  readonly method: string;
  /** The whole address; its host is the `Host` that was sent. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface SandboxReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What a request is, told before it is answered: for the record of calls, and for faults that mean it. */
export interface CallIdentity {
  /** The vendor's name of the call: 'product/update_stock', '/order/get', 'inventorySetQuantities'. */
  readonly call: string;
  readonly shop: Shop | null;
  /** The access token that it carries, if any; a fault can let it expire. */
  readonly accessToken: string | null;
  /** `page`: for a person's browser; no fault touches it. `token`: gets or refreshes a token. */
  readonly nature: 'read' | 'write' | 'token' | 'page';
}

/** One call being answered, and the faults that reach into the answer. */
export interface Call {
  readonly request: SandboxRequest;
  readonly identity: CallIdentity;
  /** Do and answer only the first half (rounded down) of a batch; the rest is not done and not in the answer. */
  readonly halfBatch: boolean;
  /** Show stock as it was so many seconds ago (`shop.stockShown`). */
  readonly staleSeconds: number;
}

/** One message to the app. The body is signed over these very bytes. */
export interface Notice {
  /** The vendor's name of what it is about, for faults and the record: '3', 'orders/updated'. */
  readonly topic: string;
  readonly body: string;
  /** Signed when it is sent: `url` is where it goes. */
  headers(url: string): Readonly<Record<string, string>>;
}

export interface NoticeRules {
  /** The app took it. */
  accepted(status: number, body: string): boolean;
  readonly timeoutSeconds: number;
  /** Seconds after each failed attempt until the next; then it is given up. */
  readonly retries: readonly number[];
}

export interface AppRegistration {
  readonly id: string;
  readonly secret: string;
  readonly webhookSecret: string;
  /** Base addresses by purpose, as the connector's `hosts` and the control API give them: `{ api, auth }`. */
  readonly hosts: Readonly<Record<string, string>>;
  /** What else the vendor gives an app: TikTok's `service_id`, Tokopedia's `fs_id`. */
  readonly extra: Readonly<Record<string, string>>;
}

/** What the sandbox lends a simulator. */
export interface Core {
  readonly grants: Grants;
  /** Milliseconds and seconds on the marketplaces' clock; never any other. */
  readonly clock: { now(): number; seconds(): number };
  /** `http://127.0.0.1:3002`: where this channel answers; the seller centre's with null. */
  address(channel: ChannelKind | null): string;
  /** `http://127.0.0.1:3001/images/kaya-toast.svg` */
  pictureUrl(picture: string): string;
  shop(channel: ChannelKind, id: string): Shop | undefined;
  shops(channel: ChannelKind): readonly Shop[];
  /** Repeatable chances of this name. */
  random(name: string): Random;
  /** Records of a simulator's own, kept over a kill like all others. Open each once, with the channel in its name. */
  table<T>(name: string, schema: z.ZodType<T>): Table<T>;
  /** Where the vendor's console says that notices go. */
  webhookUrl(channel: ChannelKind): string | null;
  setWebhookUrl(channel: ChannelKind, url: string | null): void;
  /** Where the vendor's console says that a seller's browser returns to, for vendors whose links do not say it; null: nowhere. */
  returnUrl(channel: ChannelKind): string | null;
  setReturnUrl(channel: ChannelKind, url: string | null): void;
  /** Sends a notice (with the channel's faults and retries); `notBefore` in milliseconds. */
  notify(simulator: ChannelSimulator, shop: Shop, notice: Notice, url: string, notBefore?: number): void;
  /** Has the simulator's `due` called at an instant (milliseconds), kept over a kill: what a vendor does after a while. */
  later(shop: Shop, at: number, what: string, about: string): void;
}

/**
 * One marketplace, in its own protocol. All of it is synchronous: a call is answered and written to the journal in one go.
 * The core decides faults, keeps records and delivers notices; the simulator knows its vendor's words, rules and signatures.
 */
export interface ChannelSimulator {
  readonly channel: ChannelKind;
  readonly app: AppRegistration;
  /** Where its shops are, and what their ids look like. */
  readonly home: {
    readonly region: string;
    readonly currency: string;
    readonly shopId: RegExp;
    /** What a buyer pays for delivery, in minor units; 149 unless given. */
    readonly shippingFee?: number;
  };
  /** Whatever arrives at the channel's port, consent pages included. Never throws for what a client sent. */
  handle(call: Call): SandboxReply;
  identify(request: SandboxRequest): CallIdentity;
  /** The vendor's own answer when there were too many calls, and when its server fails. */
  throttled(call: Call): SandboxReply;
  serverError(call: Call): SandboxReply;
  /**
   * What the seller's consent would send back in the query: `{ code, … }`, with the state if one was asked. Where nobody is sent
   * anywhere, what the seller types in instead.
   */
  grant(
    shop: Shop,
    asked: { readonly state?: string; readonly redirectUri?: string },
  ): Record<string, string>;
  /** Ids in the vendor's manner; `sequence` is 1, 2, 3 … in the shop (for shops: in the channel). */
  readonly ids: {
    shop(name: string, sequence: number): string;
    item(shop: Shop, sequence: number): string;
    variant(shop: Shop, sequence: number): string;
    line(shop: Shop, sequence: number): string;
    order(shop: Shop, sequence: number, at: number): { number: string; id: string };
  };
  /** Something happened in a shop: keep own records in step, tell the app (`core.notify`). */
  news(shop: Shop, news: ShopNews): void;
  /** What was put off with `core.later` is due now; things may have changed since. */
  due?(shop: Shop, what: string, about: string): void;
  /** An order of the past was made up: make own records for it, tell nobody. */
  pastOrder?(shop: Shop, order: Order): void;
  /** No page asks the seller to consent: the seller centre offers what `grant` gives. */
  readonly connectsByHand?: true;
  /** The vendor may take a cancellation back ('reinstate'). */
  readonly reinstates?: true;
  readonly notices: NoticeRules;
  /** The vendor's words for the seller centre. */
  wordFor(order: Order): string;
  statusOf(item: Item, variant: Variant): string;
}
