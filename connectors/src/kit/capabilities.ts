import type { Message } from '@evenstock/contract/messages/message';
import type { Access } from './access.ts';
import type { Cursor, Unreadable, Window } from './paging.ts';
import type { ListingKey } from './listing-key.ts';

// What only some channels can do. Each capability is a whole object of the connector, or absent; screens offer those present.
// Money is an integer in the currency's minor unit.

// ── Actions that take effect once ──────────────────────────────────────────

/** Identifies an accepted, unfinished action at the marketplace, for instance `{ feedId: '…' }`; the server stores it. */
export type Reference = Readonly<Record<string, string>>;

export type ActionResult =
  | { readonly outcome: 'done' }
  /** Accepted and in progress at the marketplace: `check` returns the outcome after these seconds. */
  | { readonly outcome: 'pending'; readonly reference: Reference; readonly afterSeconds: number }
  /** `mayPass`: it may be accepted later, when something at the marketplace has changed. */
  | {
      readonly outcome: 'rejected';
      readonly code: string;
      readonly reason: Message;
      readonly mayPass: boolean;
    }
  /** Nobody knows whether it took effect: `check` before anything else. */
  | { readonly outcome: 'unknown'; readonly reason: Message };

export type Effect =
  | { readonly effect: 'done' }
  /** It did not take effect and will not: it may be performed again. `partly`: the part that did, where it has several calls. */
  | { readonly effect: 'not_done'; readonly partly?: Message }
  | { readonly effect: 'refused'; readonly code: string; readonly reason: Message }
  | { readonly effect: 'not_yet_known'; readonly afterSeconds: number };

/**
 * An action at a marketplace that takes effect once. A fault that leaves a write unknown (errors.ts) means the same as the
 * outcome `unknown`; `throttled` and `unauthorised` mean that nothing was done.
 */
export interface Action<Asked> {
  /**
   * Performs the action, or continues an earlier try. What has taken effect already is `done` and is not repeated, if
   * the channel shows it.
   */
  perform(access: Access, asked: Asked): Promise<ActionResult>;
  /** Reads from the marketplace whether it took effect. `reference` is the one of a pending result, else null. */
  check(access: Access, asked: Asked, reference: Reference | null): Promise<Effect>;
}

// ── Fields that a person fills in ──────────────────────────────────────────

export interface Choice {
  readonly value: string;
  /** As the marketplace words it. */
  readonly label: string;
  /** Offered only while the field named by `AskedField.within` has this value; null for always. */
  readonly within: string | null;
}

export interface AskedField {
  /** The product's name of the field: `address_id`, `tracking_no`, `shipping_provider` … */
  readonly key: string;
  readonly label: Message;
  /** `texts` takes several texts. */
  readonly kind: 'text' | 'choice' | 'texts';
  readonly required: boolean;
  /** A regular expression that each text must match whole, and the message when it does not. */
  readonly pattern: { readonly source: string; readonly message: Message } | null;
  readonly choices: readonly Choice[];
  /** The field that its choices depend on. */
  readonly within: string | null;
}

export type Answers = Readonly<Record<string, string | readonly string[]>>;

export interface Reason {
  readonly key: string;
  readonly label: Message;
  /** Choosing it requires naming the lines concerned. */
  readonly needsLines: boolean;
  readonly needsDetail: boolean;
}

// ── Orders ─────────────────────────────────────────────────────────────────

/** An order as the channel's calls take it. */
export interface OrderRef {
  readonly number: string;
  readonly channelId: string;
  /** All its lines that are known: some channels have calls for lines alone. */
  readonly lines: readonly { readonly lineId: string }[];
}

/** Units of one line of an order. */
export interface LineUnits {
  readonly lineId: string;
  /** The channel's ids of these units, where it keeps one record for each unit. */
  readonly unitIds: readonly string[];
  readonly units: number;
}

interface OrderAction {
  readonly order: OrderRef;
  /** One for each attempt of a person, and the same when it is sent again: the channel's idempotency key where it has one. */
  readonly attemptKey: string;
}

export interface ShipmentForm {
  readonly methods: readonly {
    /** `pickup`, `dropoff`, `non_integrated`; 'default' where there is no choice. */
    readonly key: string;
    readonly label: Message;
    readonly fields: readonly AskedField[];
  }[];
}

export interface Shipment extends OrderAction {
  readonly method: string;
  readonly answers: Answers;
  /** The units in the parcel; null for all that are left to ship. */
  readonly lines: readonly LineUnits[] | null;
  /** When it was shipped, on the channel's clock. */
  readonly shippedAt: Date;
}

export interface Fulfilment {
  /** Whether some lines of an order may be shipped without the others. */
  readonly choosesLines: boolean;
  /** The ways of shipping with their fields. Throws ChannelError `rejected` when the order cannot be shipped now. */
  form(access: Access, order: OrderRef): Promise<ShipmentForm>;
  readonly ship: Action<Shipment>;
}

/** For orders that the buyer collects: the seller reports that they are ready. */
export interface SelfCollect {
  form(access: Access, order: OrderRef): Promise<ShipmentForm>;
  readonly setReady: Action<Shipment>;
}

export interface PickupProof extends OrderAction {
  readonly answers: Answers;
}

/** The seller reports, with what the buyer showed, that the order was collected. */
export interface Pickup {
  readonly fields: readonly AskedField[];
  readonly confirm: Action<PickupProof>;
}

export interface CancellationAsked extends OrderAction {
  readonly reason: string;
  readonly detail: string | null;
  /** Null for the whole order. */
  readonly lines: readonly LineUnits[] | null;
  readonly refund: Refund;
}

/** What the buyer of a cancelled order gets back of what was paid. */
export type Refund = 'everything' | 'all_but_delivery' | 'nothing';

/** The amounts that each choice would give back now, in the currency's minor unit. */
export interface RefundQuote {
  readonly currency: string;
  readonly everything: number;
  readonly allButDelivery: number;
}

/** The seller cancels an order. */
export interface Cancellation {
  readonly choosesLines: boolean;
  reasons(access: Access, order: OrderRef): Promise<readonly Reason[]>;
  /** Where the seller chooses what the buyer gets back. Null: the marketplace refunds by its own rules, always. */
  readonly refund: { quote(access: Access, order: OrderRef): Promise<RefundQuote> } | null;
  readonly cancel: Action<CancellationAsked>;
}

export interface CancellationAnswer extends OrderAction {
  readonly accepts: boolean;
  readonly reason: string | null;
}

/** The seller answers a buyer's request to cancel. */
export interface BuyerCancellation {
  /** Whether the seller can refuse as well as accept. */
  readonly canRefuse: boolean;
  /** The reasons for a refusal; empty where the channel asks for none. */
  refusalReasons(access: Access, order: OrderRef): Promise<readonly Reason[]>;
  readonly answer: Action<CancellationAnswer>;
}

export type LabelResult =
  | {
      readonly outcome: 'ready';
      readonly label:
        | { readonly mediaType: string; readonly bytes: Uint8Array }
        /** It expires after a while. */
        | { readonly url: string };
    }
  /** Ask again: it is being made, or `because` says why there was no answer. */
  | { readonly outcome: 'retry'; readonly afterSeconds: number; readonly because?: Message }
  | { readonly outcome: 'rejected'; readonly code: string; readonly reason: Message };

/** `printer`: in the language of label printers where the marketplace gives that; else as it gives them. */
export type LabelForm = 'page' | 'printer';

export interface Labels {
  /** One result for each order, in the order given. Printing twice is harmless. */
  print(access: Access, orders: readonly OrderRef[], form?: LabelForm): Promise<readonly LabelResult[]>;
}

// ── Returns ────────────────────────────────────────────────────────────────

/** `pending`: waits for the seller's answer. */
export type ReturnState =
  | 'pending'
  | 'to_return'
  | 'accepted'
  | 'disputed'
  | 'refused'
  | 'cancelled'
  | 'unknown';

export interface ChannelReturn {
  readonly returnId: string;
  /** The order's number as the seller sees it, or the id that the channel's calls take. */
  readonly order: { readonly number: string | null; readonly channelId: string | null };
  readonly rawState: string;
  readonly state: ReturnState;
  readonly canAccept: boolean;
  readonly canDispute: boolean;
  readonly reason: string | null;
  readonly textReason: string | null;
  readonly disputeReason: string | null;
  readonly disputeTextReason: string | null;
  /** The addresses of the pictures that the buyer gave, where the channel tells them; see `picturesIn`. */
  readonly pictures: readonly string[];
  readonly trackingNumber: string | null;
  readonly refundAmount: number | null;
  readonly currency: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly dueAt: Date | null;
  readonly lines: readonly {
    readonly lineId: string | null;
    readonly itemId: string | null;
    readonly variantId: string | null;
    readonly sku: string | null;
    readonly name: string;
    readonly units: number;
    readonly price: number | null;
  }[];
}

export interface ReturnPage {
  readonly returns: readonly ChannelReturn[];
  readonly unreadable: readonly Unreadable[];
  readonly next: Cursor | null;
  /** The marketplace is still preparing the list: ask for `next` after these seconds. 0: at once. */
  readonly waitSeconds: number;
}

export interface Returns {
  /** One page of the returns updated within the window. The caller reads on until `next` is null. */
  page(access: Access, cursor: Cursor | null, updated: Window): Promise<ReturnPage>;
  /** Reads one return; null if the marketplace does not know it. */
  read(access: Access, returnId: string): Promise<ChannelReturn | null>;
}

export interface ReturnAnswer {
  readonly returnId: string;
  readonly order: OrderRef;
  readonly attemptKey: string;
}

/** The seller accepts a return: the buyer is refunded now or when the goods are back, by the channel's rules. */
export interface ReturnAcceptance {
  readonly fields: readonly AskedField[];
  readonly accept: Action<ReturnAnswer & { readonly answers: Answers }>;
}

export interface DisputeAsked extends ReturnAnswer {
  readonly reason: string;
  readonly text: string;
  readonly email: string | null;
  readonly images: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  }[];
}

export interface ReturnDispute {
  /** 0: pictures are not sent. */
  readonly mostImages: number;
  /** Whether the marketplace writes to an address about it. */
  readonly asksEmail: boolean;
  reasons(access: Access, returnId: string): Promise<readonly Reason[]>;
  /** The name of a reason that a return was disputed for; null: it has none. Missing: the channel's reasons are words. */
  readonly nameOf?: (reason: string) => Message | null;
  readonly dispute: Action<DisputeAsked>;
}

// ── Listings ───────────────────────────────────────────────────────────────

/** An item with its variants, as the channel's calls take them. */
export interface ListedItem {
  readonly itemId: string;
  readonly variants: readonly ListingKey[];
}

export interface Pricing {
  readonly setPrice: Action<{
    readonly listing: ListingKey;
    readonly price: number;
    readonly currency: string;
  }>;
}

export interface Renaming {
  /** The longest name that the channel allows, in characters. */
  readonly longest: number;
  readonly rename: Action<{ readonly item: ListedItem; readonly name: string }>;
}

export interface Delisting {
  /** The item stays in the seller centre and is not sold. */
  readonly delist: Action<ListedItem>;
  readonly relist: Action<ListedItem>;
}

export interface ListingRemoval {
  readonly remove: Action<ListedItem>;
}

/** Shows items higher for a while; the number at a time is limited. */
export interface Boosting {
  readonly most: number;
  /** The duration of a boost, and of the wait for an item's next one. */
  readonly everySeconds: number;
  boosted(access: Access): Promise<readonly { readonly itemId: string; readonly endsAt: Date }[]>;
  readonly boost: Action<ListedItem>;
}

// ── Shop ───────────────────────────────────────────────────────────────────

export interface ChannelDiscount {
  readonly discountId: string;
  readonly name: string;
  readonly state: 'upcoming' | 'ongoing' | 'expired' | 'unknown';
  readonly rawState: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly items: readonly {
    readonly itemId: string;
    /** Null for the whole item. */
    readonly variantId: string | null;
    readonly originalPrice: number | null;
    readonly price: number | null;
    /** Units reserved for it, where the channel reports them. */
    readonly reserved: number | null;
  }[];
}

export interface DiscountPage {
  readonly discounts: readonly ChannelDiscount[];
  readonly unreadable: readonly Unreadable[];
  readonly next: Cursor | null;
}

export interface Discounts {
  page(access: Access, cursor: Cursor | null): Promise<DiscountPage>;
}

export interface Logistics {
  /** The ways of delivery that the shop has, in the vendor's names. */
  list(access: Access): Promise<
    readonly {
      readonly id: string;
      readonly name: string;
      readonly feeType: string;
      readonly enabled: boolean;
      readonly hasCod: boolean;
    }[]
  >;
}

/** The marketplace's own total of orders. */
export interface OrderCount {
  /** How many orders were placed within a span of whole seconds, whatever became of them; null without an exact number. */
  placed(access: Access, span: { readonly from: Date; readonly before: Date }): Promise<number | null>;
}
