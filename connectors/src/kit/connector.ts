import type { Message } from '@evenstock/contract/messages/message';
import type { Access } from './access.ts';
import type { ListingKey } from './listing-key.ts';
import type { Cursor, Interval, Unreadable, Window } from './paging.ts';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { MarketplaceOrderState } from '@evenstock/contract/orders/order-states';
import type {
  Boosting,
  BuyerCancellation,
  Cancellation,
  Delisting,
  Discounts,
  Fulfilment,
  Labels,
  ListingRemoval,
  Logistics,
  OrderCount,
  Pickup,
  Pricing,
  Renaming,
  ReturnAcceptance,
  ReturnDispute,
  Returns,
  SelfCollect,
} from './capabilities.ts';
import type { AppSettings } from './app-settings.ts';
import type { KeysAuthorisation, RedirectAuthorisation } from './authorisation.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * A marketplace as its client sees it, without database, HTTP server or screen.
 * A capability is a whole object, present or absent. Every call may throw `ChannelError` (errors.ts) and nothing else.
 * Instants are on the channel's clock unless stated otherwise; money is an integer in the currency's minor unit.
 */
export interface Connector {
  readonly channel: ChannelKind;
  readonly app: AppSettings;
  readonly limits: RateLimits;
  readonly facts: ChannelFacts;
  readonly authorisation: RedirectAuthorisation | KeysAuthorisation;
  readonly account: { describe(access: Access): Promise<AccountDetails> };
  readonly listings: {
    /** One page of the shop's listings, or of those changed since an instant. The caller reads on until `next` is null. */
    page(access: Access, cursor: Cursor | null, changedSince: Date | null): Promise<ListingPage>;
    /** Listings by item id, any number of them; those that the marketplace no longer has are in `missing`. */
    read(access: Access, itemIds: readonly string[]): Promise<ListingPage & { missing: readonly string[] }>;
  };
  readonly stock: {
    /** The most lines that one call may hold, of one item or of the whole shop. */
    readonly batch: { readonly lines: number; readonly within: 'item' | 'shop' };
    /** Sets quantities (absolute). One result for each line, in the order given; a line without an answer is `unknown`. */
    push(access: Access, lines: readonly StockLine[]): Promise<readonly StockResult[]>;
    /** Reads the measure (sellable plus reserved by campaigns) of these listings, in as few calls as the channel allows. */
    read(access: Access, listings: readonly ListingKey[]): Promise<StockReadings>;
  };
  readonly orders: {
    /** One page of the orders updated within the window. The caller reads on until `next` is null. */
    page(access: Access, cursor: Cursor | null, updated: Window): Promise<OrderPage>;
    /**
     * Orders by the channel's number or its own id (`channelId`, the number of a notice); those that the marketplace does not
     * know are in `missing`.
     */
    read(
      access: Access,
      numbers: readonly string[],
    ): Promise<Omit<OrderPage, 'next'> & { missing: readonly string[] }>;
  };
  readonly orderCount?: OrderCount;
  readonly pricing?: Pricing;
  readonly renaming?: Renaming;
  readonly delisting?: Delisting;
  readonly listingRemoval?: ListingRemoval;
  readonly fulfilment?: Fulfilment;
  readonly selfCollect?: SelfCollect;
  readonly pickup?: Pickup;
  readonly cancellation?: Cancellation;
  readonly buyerCancellation?: BuyerCancellation;
  readonly returns?: Returns;
  readonly returnAcceptance?: ReturnAcceptance;
  readonly returnDispute?: ReturnDispute;
  readonly labels?: Labels;
  readonly discounts?: Discounts;
  readonly logistics?: Logistics;
  readonly boosting?: Boosting;
  readonly webhooks?: Webhooks;
}

/** The facts of a channel that the stock protocol relies on. Durations are in seconds. */
export interface ChannelFacts {
  /** The longest delay until a new order is listed. */
  readonly ordersVisibleWithin: number;
  /**
   * The shortest period of polls of orders that the rate limit sustains, with calls left for what members ask for; 0 where the limit
   * leaves room for any period.
   */
  readonly ordersPolledEvery: number;
  /** A cursor of orders.page stays valid while orders change, so that none is missed between two pages. */
  readonly hasStableOrderCursor: boolean;
  /** The longest delay until an acknowledged write is in force. */
  readonly settlesWithin: number;
  /** The longest time after sending in which a timed-out request may still take effect. */
  readonly lateWriteBound: number;
  /**
   * How old the answer to a read may be: 60 where the vendor promises nothing, and never 0. Less only with the sentence that
   * promises it, quoted beside the number.
   */
  readonly readLag: number;
  /** Unpaid orders take stock but are not listed. */
  readonly hidesHolds: boolean;
  /**
   * Whether a cancellation restores units to the listing: always, as each order line reports, or undocumented: then the listing is
   * read back after it.
   */
  readonly restoresOnCancel: 'yes' | 'reported' | 'undocumented';
  /** Whether orders and restored units carry the channel's own instants. */
  readonly datesEvents: boolean;
  readonly compareAndSet: boolean;
  /** Read before each write: one read covers as many listings as a write, and the rate limit allows it. */
  readonly readBeforeWrite: boolean;
  /** Whether a seller's cancellation "out of stock" sets the listing to 0. */
  readonly zeroesOnOutOfStockCancel: boolean;
}

// ── Account ────────────────────────────────────────────────────────────────

export interface AccountDetails {
  readonly shopId: string;
  readonly shopName: string | null;
  readonly country: string | null;
  readonly currency: string | null;
  /** The end of the seller's consent, where the channel reports it and refreshing tokens does not extend it. */
  readonly consentEndsAt?: Date | null;
  /** The fields of the marketplace page, in this order. */
  readonly fields: readonly {
    key: string;
    label: Message;
    value: string | boolean | readonly string[] | null;
  }[];
}

// ── Listings ───────────────────────────────────────────────────────────────

export type ListingStatus = 'normal' | 'rejected' | 'delisted' | 'deleted' | 'unknown';

export interface ChannelListing {
  readonly itemId: string;
  readonly name: string;
  readonly sku: string | null;
  readonly imageUrl: string | null;
  /** The seller's page of the listing, where the channel has one that can be linked. */
  readonly editUrl: string | null;
  readonly rawStatus: string;
  readonly status: ListingStatus;
  readonly isBundle: boolean;
  readonly updatedAt: Date | null;
  readonly variants: readonly ChannelVariant[];
}

export interface ChannelVariant extends ListingKey {
  readonly sku: string | null;
  /** The name of the variant ('Black / M'); empty where the item has none. */
  readonly name: string;
  readonly imageUrl: string | null;
  readonly price: number | null;
  readonly specialPrice: number | null;
  readonly currency: string | null;
  readonly rawStatus: string;
  readonly status: ListingStatus;
  /** Sellable now plus reserved by a campaign: the number that stock is compared in. Null where the channel does not count it. */
  readonly measure: number | null;
  /** The part of it that a campaign reserves. */
  readonly reserved: number;
  /** The channel's own upper limit, where it has one. */
  readonly maximum: number | null;
}

export interface ListingPage {
  readonly listings: readonly ChannelListing[];
  readonly unreadable: readonly Unreadable[];
  readonly interval: Interval;
  readonly next: Cursor | null;
  /** The marketplace is still preparing the list: ask for `next` after these seconds. 0: at once. */
  readonly waitSeconds: number;
  /** The number of all listings, where the channel reports it. */
  readonly total: number | null;
}

// ── Stock ──────────────────────────────────────────────────────────────────

export interface StockLine extends ListingKey {
  readonly quantity: number;
  /** Compare-and-set: write only if the shop still shows this measure. Null where the channel cannot compare. */
  readonly compareFrom: number | null;
  /** One for each attempt, and the same when it is sent again: the channel's idempotency key where it has one. */
  readonly attemptKey: string;
  /** Sign with this instant (channel's clock), so that a channel that rejects old signatures rejects a delayed request. */
  readonly sentAt: Date;
}

export type StockResult =
  | { readonly outcome: 'ok' }
  /** The shop no longer shows `compareFrom`: read again before writing. */
  | { readonly outcome: 'stale' }
  | {
      readonly outcome: 'rejected';
      readonly code: string;
      readonly reason: Message;
      readonly mayPass: boolean;
    }
  | { readonly outcome: 'retry'; readonly afterSeconds: number }
  /** Nobody knows whether it took effect. */
  | { readonly outcome: 'unknown'; readonly reason: Message };

export interface StockReadings {
  readonly interval: Interval;
  readonly readings: readonly (ListingKey & { readonly measure: number; readonly reserved: number })[];
  readonly missing: readonly ListingKey[];
}

// ── Orders ─────────────────────────────────────────────────────────────────

export interface ChannelOrder {
  /** The channel's number as the seller sees it; unique within the shop ('#1001', '2510091ABCDEF0'). */
  readonly number: string;
  /** The id that the channel's calls take, where it differs from the number. */
  readonly channelId: string;
  readonly createdAt: Date;
  /** When it changed last. A channel that reports no such date gives the begin of the read. */
  readonly updatedAt: Date;
  readonly rawState: string;
  readonly state: MarketplaceOrderState;
  /** A rank that only grows during an order's life; it decides between two states with the same instant. */
  readonly stateRank: number;
  readonly paidAt: Date | null;
  /** Deadline of the marketplace for shipping it; null if it gives none. */
  readonly shipBy: Date | null;
  /** 'processing_self_collect' for orders that the buyer collects, else null. */
  readonly category: string | null;
  /** 'Delivery' for everything that is shipped. */
  readonly shippingType: string | null;
  readonly shippingMethod: string | null;
  readonly shippingCarrier: string | null;
  readonly remarks: string | null;
  readonly cancellationRequested: boolean;
  readonly currency: string;
  readonly amounts: OrderAmounts;
  readonly buyer: Buyer;
  readonly lines: readonly ChannelOrderLine[];
  readonly promotions: readonly ChannelPromotion[];
}

export interface OrderAmounts {
  readonly subtotal: number | null;
  readonly shippingFee: number | null;
  readonly voucher: number | null;
  readonly coin: number | null;
  readonly creditCardPromotion: number | null;
  readonly sellerDiscount: number | null;
  readonly cartDiscount: number | null;
  readonly discount: number | null;
  /** The buyer's total. */
  readonly total: number;
}

export interface Buyer {
  readonly id: string | null;
  readonly name: string | null;
  readonly fullAddress: string | null;
  readonly postalCode: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** One SKU of an order; channels that list a line for each unit are summed here. */
export interface ChannelOrderLine {
  /** Stable during the order's life, and unique in it. */
  readonly lineId: string;
  readonly itemId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  readonly name: string;
  readonly variantName: string | null;
  readonly unitPrice: number;
  readonly originalPrice: number;
  readonly total: number;
  readonly ordered: number;
  /** Units cancelled before shipping, so far. */
  readonly cancelled: number;
  /** Units that came back, or were lost, after shipping, so far. */
  readonly returned: number;
  /** Units that the channel reports as restored to the listing, so far; null leaves it to facts.restoresOnCancel. */
  readonly restored: number | null;
  /** When the channel restored them; null where it reports no date. */
  readonly restoredAt: Date | null;
  readonly fulfilled: boolean;
  readonly returnStatus: string | null;
  readonly shipmentProvider: string | null;
  readonly trackingCode: string | null;
  /** The channel's ids of the single units, where it keeps one record for each unit. */
  readonly unitIds: readonly string[];
}

export interface ChannelPromotion {
  readonly type: string;
  readonly name: string | null;
  readonly items: readonly { variationId: string; originalPrice: number }[];
  readonly originalPrice: number;
  readonly discountedPrice: number;
}

export interface OrderPage {
  readonly orders: readonly ChannelOrder[];
  readonly unreadable: readonly Unreadable[];
  readonly interval: Interval;
  readonly next: Cursor | null;
  readonly total: number | null;
}
