import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { z } from 'zod';
import type { DriftChange } from '../trouble/drift-change.ts';
import type { Grants } from './grants.ts';
import type { Table } from './journal.ts';
import type { LeftOut, ListSubject, PageFault } from './left-out.ts';
import type { Random } from './random.ts';
import type { Item, Order, ParcelState, Variant } from './records.ts';
import type { Shop, ShopEvent } from './shop.ts';

/** A request over HTTP, or from `fetch` in the same process. */
export interface SandboxRequest {
  readonly method: string;
  /** The whole address; its host is the `Host` header. */
  readonly url: URL;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface SandboxReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What a request addresses, known before it is answered: for the log of calls, and for the choice of faults. */
export interface CallIdentity {
  /** The vendor's name of the call: 'product/update_stock', '/order/get', 'inventorySetQuantities'. */
  readonly call: string;
  readonly shop: Shop | null;
  /** The access token that it carries; a fault can expire it. */
  readonly accessToken: string | null;
  /** `page`: for a person's browser, exempt from faults. `token`: gets or refreshes a token. */
  readonly nature: 'read' | 'write' | 'token' | 'page';
}

/** A call that is being answered, with the faults that change its answer. */
export interface Call {
  readonly request: SandboxRequest;
  readonly identity: CallIdentity;
  /** Perform and answer only the first half (rounded down) of a batch. */
  readonly halfBatch: boolean;
  /** Show stock as it was this many seconds ago (`shop.stockShown`). */
  readonly staleSeconds: number;
  /** What the list that it asks for leaves out (`listed`); asked once, by the list itself. */
  readonly leftOut: (of: ListSubject) => LeftOut;
  /** What becomes of the page that it asks for (`paged`). */
  readonly pageFault: (of: ListSubject) => PageFault;
}

/** One message to the app. */
export interface Notice {
  /** The vendor's name of its subject, for faults and the log: '3', 'orders/updated'. */
  readonly topic: string;
  readonly body: string;
  /** The headers for a delivery to `url`. Signed are the very bytes that are sent, which may be odder than `body`. */
  headers(url: string, sent: string): Readonly<Record<string, string>>;
}

export interface NoticeRules {
  /** Whether the app's answer accepts it. */
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
  /** Further ids that the vendor issues to an app, such as `service_id`. */
  readonly extra: Readonly<Record<string, string>>;
}

/** What the sandbox provides to a simulator. */
export interface Core {
  readonly grants: Grants;
  /** Milliseconds and seconds on the marketplaces' clock; simulators use no other clock. */
  readonly clock: { now(): number; seconds(): number };
  /** The base address of a channel, `http://127.0.0.1:3002`; the seller centre's with null. */
  address(channel: ChannelKind | null): string;
  /** `http://127.0.0.1:3001/images/kaya-toast.svg` */
  pictureUrl(picture: string): string;
  shop(channel: ChannelKind, id: string): Shop | undefined;
  shops(channel: ChannelKind): readonly Shop[];
  /** The repeatable random stream of this name. */
  random(name: string): Random;
  /** Opens a table for the simulator's own records, once; its name starts with the channel. It survives a kill. */
  table<T>(name: string, schema: z.ZodType<T>): Table<T>;
  /** The address of notices that is registered in the vendor's console. */
  webhookUrl(channel: ChannelKind): string | null;
  setWebhookUrl(channel: ChannelKind, url: string | null): void;
  /** The address that sellers' browsers return to, registered in the vendor's console, for vendors whose links name none. */
  returnUrl(channel: ChannelKind): string | null;
  setReturnUrl(channel: ChannelKind, url: string | null): void;
  /** Sends a notice (with the channel's faults and retries); `notBefore` in milliseconds. */
  notify(simulator: ChannelSimulator, shop: Shop, notice: Notice, url: string, notBefore?: number): void;
  /** Schedules a call of the simulator's `due` at an instant (milliseconds); it survives a kill. */
  schedule(shop: Shop, at: number, what: string, about: string): void;
}

/** What only some vendors' orders have. `bundle`: products that are sold as one, and named in the line. */
export type OrderFeature = 'tax' | 'fee' | 'tip' | 'test' | 'name' | 'custom_line' | 'bundle';

/** What a vendor's compulsory privacy notices ask for. */
export type PrivacyTopic = 'CUSTOMERS_DATA_REQUEST' | 'CUSTOMERS_REDACT' | 'SHOP_REDACT';

/**
 * One marketplace, in its own protocol. It is synchronous: a call is answered and written to the journal in one step.
 * The core applies faults, keeps records and delivers notices; the simulator has its vendor's fields, rules and signatures.
 */
export interface ChannelSimulator {
  readonly channel: ChannelKind;
  readonly app: AppRegistration;
  /** The region of its shops, and the form of their ids. */
  readonly home: {
    readonly region: string;
    readonly currency: string;
    readonly shopId: RegExp;
    /** What a buyer pays for delivery, in minor units; 149 unless given. */
    readonly shippingFee?: number;
  };
  /** Answers any request to the channel's port, consent pages included. Never throws for a client's input. */
  handle(call: Call): SandboxReply;
  identify(request: SandboxRequest): CallIdentity;
  /** The vendor's own answer to too many calls, and to a fault of its server. */
  throttled(call: Call): SandboxReply;
  serverError(call: Call): SandboxReply;
  /** A refusal in the vendor's envelope, with a code that no document has. */
  unknownError(call: Call): SandboxReply;
  /** Success outside, and failed rows or an error inside, with codes as text. Nothing is done. */
  lyingSuccess(call: Call): SandboxReply;
  /**
   * What the seller's consent sends back in the query: `{ code, … }`, with the state where one was given. On channels without
   * a redirect, what the seller types into the product.
   */
  grant(
    shop: Shop,
    asked: { readonly state?: string; readonly redirectUri?: string },
  ): Record<string, string>;
  /** Ids in the vendor's format; `sequence` counts from 1 in the shop (for shops: in the channel). */
  readonly ids: {
    shop(name: string, sequence: number): string;
    item(shop: Shop, sequence: number): string;
    variant(shop: Shop, sequence: number): string;
    line(shop: Shop, sequence: number): string;
    order(shop: Shop, sequence: number, at: number): { number: string; id: string };
  };
  /** Places of stock, where a shop may have several: a place's id in the vendor's format by its number, and what the main one is called. */
  readonly places?: {
    idOf(shop: Shop, number: number): string;
    mainName(shop: Shop): string;
  };
  /** Handles an event in a shop: updates its own records and notifies the app (`core.notify`). */
  onShopEvent(shop: Shop, shopEvent: ShopEvent): void;
  /** Runs a task that was scheduled with `core.schedule`; things may have changed since. */
  due?(shop: Shop, what: string, about: string): void;
  /** Makes its own records for a generated past order, without notifying anybody. */
  pastOrder?(shop: Shop, order: Order): void;
  /** Sends a notice about a buyer's data, where the vendor has such; `orders` are of one buyer. */
  readonly sendPrivacyNotice?: (shop: Shop, topic: PrivacyTopic, orders: readonly Order[]) => void;
  /** The state that the carrier, or the fulfilment service, reports of an order's parcels, where the vendor tells one. */
  readonly setParcels?: (shop: Shop, order: Order, state: ParcelState) => void;
  /** What an order may have here beside the usual. */
  readonly orderFeatures?: readonly OrderFeature[];
  /** The channel has no consent page: the seller centre shows what `grant` returns. */
  readonly connectsByHand?: true;
  /** Its keys last until a person makes new ones: none that ends is renewed by the program. */
  readonly renewsByHand?: true;
  /** The vendor may revert a cancellation ('reinstate'). */
  readonly reinstates?: true;
  /** How its answers may change without a word. */
  readonly drifts: readonly DriftChange[];
  readonly notices: NoticeRules;
  /** The vendor's status, for the seller centre. */
  wordFor(order: Order): string;
  statusOf(item: Item, variant: Variant): string;
}
