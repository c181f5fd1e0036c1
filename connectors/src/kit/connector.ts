import type { Access } from './access.ts';
import type { ListingKey } from './listing-key.ts';
import type { Cursor, Interval, Unreadable, Window } from './paging.ts';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { MarketplaceOrderState } from '@evenstock/contract/order-states';
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
 * A marketplace as a client sees it. No database, no HTTP server, no screen.
 * A capability is a whole object, present or absent. Every call may throw `ChannelError` (errors.ts) and nothing else.
 * Instants are on the channel's clock unless said otherwise; money is an integer in the currency's minor unit.
 */
export interface Connector {
  readonly channel: ChannelKind;
  readonly app: AppSettings;
  readonly limits: RateLimits;
  readonly facts: ChannelFacts;
  readonly authorisation: RedirectAuthorisation | KeysAuthorisation;
  readonly account: { describe(access: Access): Promise<AccountDetails> };
  readonly listings: {
    /** One page of the shop's listings, changed since an instant if given. Pages to the end: `next` null. */
    page(access: Access, cursor: Cursor | null, changedSince: Date | null): Promise<ListingPage>;
    /** Listings by item id, as many as asked; one that is gone from the marketplace is in `missing`. */
    read(access: Access, itemIds: readonly string[]): Promise<ListingPage & { missing: readonly string[] }>;
  };
  readonly stock: {
    /** What one call may hold: so many lines, of one item or of the whole shop. */
    readonly batch: { readonly lines: number; readonly within: 'item' | 'shop' };
    /** Sets quantities (absolute). One result for each line, in the order given; a line missing in the answer is `unknown`. */
    push(access: Access, lines: readonly StockLine[]): Promise<readonly StockResult[]>;
    /** Reads the measure (sellable plus reserved by campaigns) of these listings now, in as few calls as the channel allows. */
    read(access: Access, listings: readonly ListingKey[]): Promise<StockReadings>;
  };
  readonly orders: {
    /** One page of the orders updated within the window. The caller pages to the end: `next` null. */
    page(access: Access, cursor: Cursor | null, updated: Window): Promise<OrderPage>;
    /**
     * Orders by the channel's number or its own id (`channelId`, the number of a notice); one that the marketplace does not
     * know is in `missing`.
     */
    read(
      access: Access,
      numbers: readonly string[],
    ): Promise<Omit<OrderPage, 'next'> & { missing: readonly string[] }>;
  };
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

/** What the stock protocol must know of a channel. Durations in seconds. */
export interface ChannelFacts {
  /** An order is listed at most so long after it was placed. */
  readonly ordersVisibleWithin: number;
  /** A cursor of orders.page keeps its place while orders change, so that none slips past between two pages. */
  readonly ordersKeepPlace: boolean;
  /** An acknowledged write is in force at most so long after the answer. */
  readonly settlesWithin: number;
  /** A request given up on may still land so long after it was sent. */
  readonly lateWriteBound: number;
  /** A read may show what was true so long ago. */
  readonly readLag: number;
  /** Unpaid orders take stock but are not listed. */
  readonly hidesHolds: boolean;
  /** A cancellation puts units back on the listing: always, never, or as each order line tells. */
  readonly restoresOnCancel: 'yes' | 'no' | 'told';
  /** Placing and restoring carry the channel's own instants. */
  readonly datesEvents: boolean;
  readonly compareAndSet: boolean;
  /** Read before each write: a read covers as many listings as a write and the rate allows it. */
  readonly readBeforeWrite: boolean;
  /** A seller's cancellation "out of stock" sets the listing to 0. */
  readonly zeroesOnOutOfStockCancel: boolean;
}

// ── Account ────────────────────────────────────────────────────────────────

export interface AccountDetails {
  readonly shopId: string;
  readonly shopName: string | null;
  readonly country: string | null;
  readonly currency: string | null;
  /** Until when the seller's consent lasts, where the channel tells and renewing tokens does not prolong it. */
  readonly consentEndsAt?: Date | null;
  /** What the marketplace page shows, in this order. */
  readonly fields: readonly {
    key: string;
    label: string;
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
  /** The seller's own page of the listing, where the channel has one that can be linked. */
  readonly editUrl: string | null;
  readonly rawStatus: string;
  readonly status: ListingStatus;
  readonly isBundle: boolean;
  readonly updatedAt: Date | null;
  readonly variants: readonly ChannelVariant[];
}

export interface ChannelVariant extends ListingKey {
  readonly sku: string | null;
  /** Name of the variation ('Black / M'); empty where the item has none. */
  readonly name: string;
  readonly imageUrl: string | null;
  readonly price: number | null;
  readonly specialPrice: number | null;
  readonly currency: string | null;
  readonly rawStatus: string;
  readonly status: ListingStatus;
  /** Sellable now plus reserved by a campaign: the unit that stock is compared in. Null where the channel does not count this listing (untracked). */
  readonly measure: number | null;
  /** Of these, reserved by a campaign. */
  readonly reserved: number;
  /** The channel's own upper limit of the number, where it has one. */
  readonly maximum: number | null;
}

export interface ListingPage {
  readonly listings: readonly ChannelListing[];
  readonly unreadable: readonly Unreadable[];
  readonly interval: Interval;
  readonly next: Cursor | null;
  /** The marketplace is still putting the list together: ask for `next` after so many seconds. 0: at once. */
  readonly waitSeconds: number;
  /** Listings there are in all, where the channel tells. */
  readonly total: number | null;
}

// ── Stock ──────────────────────────────────────────────────────────────────

export interface StockLine extends ListingKey {
  readonly quantity: number;
  /** Compare-and-set: write only if the shop still shows this measure. Null where the channel has none. */
  readonly compareFrom: number | null;
  /** One per attempt, the same when that attempt is sent again: the channel's idempotency key where it has one. */
  readonly attemptKey: string;
  /** Sign with this instant (channel's clock): a channel that refuses old requests then refuses one that slept. */
  readonly sentAt: Date;
}

export type StockResult =
  | { readonly outcome: 'ok' }
  /** The shop no longer shows `compareFrom`: read again and decide anew. */
  | { readonly outcome: 'stale' }
  | {
      readonly outcome: 'rejected';
      readonly code: string;
      readonly reason: string;
      readonly mayPass: boolean;
    }
  | { readonly outcome: 'retry'; readonly afterSeconds: number }
  /** Nobody knows whether it landed. */
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface StockReadings {
  readonly interval: Interval;
  readonly readings: readonly (ListingKey & { readonly measure: number; readonly reserved: number })[];
  readonly missing: readonly ListingKey[];
}

// ── Orders ─────────────────────────────────────────────────────────────────

export interface ChannelOrder {
  /** The channel's number as the seller sees it; unique within the shop ('#1001', '2510091ABCDEF0'). */
  readonly number: string;
  /** What the channel's calls take, where it differs from the number. */
  readonly channelId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly rawState: string;
  readonly state: MarketplaceOrderState;
  /** A rank that only grows along an order's life: decides between two states with the same instants. */
  readonly stateRank: number;
  readonly paidAt: Date | null;
  /** 'processing_self_collect' for orders that the buyer collects, else null. */
  readonly category: string | null;
  /** 'Delivery' for everything that is sent. */
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
  /** What the buyer pays. */
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

/** One SKU of an order; channels that list a line per unit are summed here. */
export interface ChannelOrderLine {
  /** Stable over the order's life and unique in it. */
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
  /** Cancelled before they left the house, so far. */
  readonly cancelled: number;
  /** Came back, or were lost, after they had left the house, so far. */
  readonly returned: number;
  /** Units that the channel says it put back on the listing, so far; null where it does not tell (then facts.restoresOnCancel decides). */
  readonly restored: number | null;
  /** When the channel says it put them back; null where it does not date it. */
  readonly restoredAt: Date | null;
  readonly fulfilled: boolean;
  readonly returnStatus: string | null;
  readonly shipmentProvider: string | null;
  readonly trackingCode: string | null;
  /** The channel's ids of the single units, where it keeps one record a unit. */
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
