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
import type { Locations } from './locations.ts';
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
    /**
     * Listings by item id, any number of them. `missing` are those of which the marketplace says itself that it has them no more; what
     * an answer merely lacks is in neither list, and nothing follows from that.
     */
    read(access: Access, itemIds: readonly string[]): Promise<ListingPage & { missing: readonly string[] }>;
  };
  readonly stock: {
    /** The most lines that one call may hold, of one item or of the whole shop. */
    readonly batch: { readonly lines: number; readonly within: 'item' | 'shop' };
    /** Sets quantities (absolute). One result for each line, in the order given; a line without an answer is `unknown`. */
    push(access: Access, lines: readonly StockLine[]): Promise<readonly StockResult[]>;
    /**
     * Reads the measure (sellable plus reserved by campaigns) of these listings, in as few calls as the channel allows. What an answer
     * merely lacks is in none of its lists.
     */
    read(access: Access, listings: readonly ListingKey[]): Promise<StockReadings>;
  };
  readonly orders: {
    /** One page of the orders updated within the window. The caller reads on until `next` is null. */
    page(access: Access, cursor: Cursor | null, updated: Window): Promise<OrderPage>;
    /**
     * Orders by the marketplace's own id (`channelId`, as notices carry it), never by the number that people read; those that the
     * marketplace does not know are in `missing`. `knownLines` are the line ids that an order is known to have: some channels read an order
     * by one of its lines.
     */
    read(
      access: Access,
      channelIds: readonly string[],
      knownLines?: KnownLines,
    ): Promise<Omit<OrderPage, 'next'> & { missing: readonly string[] }>;
  };
  /** Present where a shop may keep its stock in several places. */
  readonly locations?: Locations;
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

/** Line ids by the `channelId` of their order. */
export type KnownLines = ReadonlyMap<string, readonly string[]>;

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
   * The same for an action on an order (ship, cancel, answer): a minute where it reads before it writes, or where the marketplace
   * refuses to do it twice.
   */
  readonly lateActionBound: number;
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
  /** Whether the marketplace, asked about a deleted listing by its id, says that it is not there. */
  readonly tellsDeletedListings: boolean;
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
  /** Whose warehouse its units lie in; null: not told by this call. The marketplace's have no measure. */
  readonly keptBy: 'seller' | 'marketplace' | null;
  /** The marketplace's own code of the SKU where it has one beside its ids. */
  readonly marketplaceSku: string | null;
  /** Barcodes of the goods (EAN, UPC, GTIN, ISBN) as the marketplace has them, each once; null: not told by this call. */
  readonly barcodes: readonly string[] | null;
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
  /** Those of which the marketplace says that it has them no more, or does not count their units. */
  readonly missing: readonly ListingKey[];
  /** Those whose units the marketplace keeps in its own warehouse: they have no measure. */
  readonly keptByMarketplace: readonly ListingKey[];
}

// ── Orders ─────────────────────────────────────────────────────────────────

export interface ChannelOrder {
  /** The channel's number as people read it ('#1001', '2510091ABCDEF0'); two orders of one shop may have the same. */
  readonly number: string;
  /** The marketplace's own id, which its calls take: the order's identity within its shop. */
  readonly channelId: string;
  /** A trial of the shop's checkout: it is shown with a tag, has no effect on stock and is in no report. */
  readonly isTest: boolean;
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
  /** Whether the buyer asks to cancel it. Null: not in this list. It stays as recorded then, as do `shipBy` and `paidAt` where null. */
  readonly cancellationRequested: boolean | null;
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
  /** Taxes on top of the prices; those within them are in none of these amounts. */
  readonly tax: number | null;
  /** What the marketplace charges the buyer for its service: handling, payment, cash on delivery. */
  readonly serviceFee: number | null;
  readonly insurance: number | null;
  readonly giftWrap: number | null;
  readonly tip: number | null;
  /** The buyer's total. What the amounts above do not explain of it is shown as 'Other'. */
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
  /** Unique in its order. Where the marketplace gives it a new id, the server recognises the line. */
  readonly lineId: string;
  /** False for what no listing sells: a tip, a deposit, an item that the seller typed into the order. */
  readonly isListed: boolean;
  readonly itemId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  /** The marketplace's own code of the SKU; see ChannelVariant. */
  readonly marketplaceSku: string | null;
  /** Empty where the marketplace gives none. */
  readonly name: string;
  readonly variantName: string | null;
  /** Prices that the marketplace does not tell are null, never 0. */
  readonly unitPrice: number | null;
  readonly originalPrice: number | null;
  readonly total: number | null;
  readonly ordered: number;
  /** Units cancelled before shipping, so far. */
  readonly cancelled: number;
  /**
   * The cancellations that made it up, where the marketplace tells them apart; empty: it tells the number alone. Their units may be
   * fewer than `cancelled`.
   */
  readonly cancellations: readonly LineCancellation[];
  /** Units that really left in a parcel, so far. A parcel that failed, or is pending, has sent nothing. */
  readonly sent: number;
  /** Units that came back, or were lost, after shipping, so far. */
  readonly returned: number;
  /** Units that the channel reports as restored to the listing, so far; null leaves it to facts.restoresOnCancel. */
  readonly restored: number | null;
  /** When the channel restored them; null where it reports no date. */
  readonly restoredAt: Date | null;
  /**
   * Who keeps and sends its units: the seller, the marketplace, or a place of the seller's that is not kept here. Only the seller's
   * have an effect on stock. Null: the marketplace has not told yet.
   */
  readonly keptBy: 'seller' | 'marketplace' | 'elsewhere' | null;
  /** When they were assigned so, where they were assigned anew and the marketplace dates it; else null. */
  readonly assignedAt: Date | null;
  /** What one unit of a bundle or kit is made of, where the marketplace tells it; empty: it is no bundle, or its parts are not told. */
  readonly parts: readonly ChannelPart[];
  readonly fulfilled: boolean;
  readonly returnStatus: string | null;
  readonly shipmentProvider: string | null;
  readonly trackingCode: string | null;
  /** The channel's ids of the single units, where it keeps one record for each unit. */
  readonly unitIds: readonly string[];
}

/** One cancellation of units of a line, before they were sent. */
export interface LineCancellation {
  /** The marketplace's id of it; null where it has none. */
  readonly id: string | null;
  readonly units: number;
  readonly at: Date | null;
  /** Whether the units were put back on the listing, by the seller's choice at the marketplace; null: it does not tell. */
  readonly restocked: boolean | null;
}

/** A part of a bundle, by whatever the marketplace names it. */
export interface ChannelPart {
  readonly itemId: string | null;
  readonly variantId: string | null;
  readonly sku: string | null;
  readonly marketplaceSku: string | null;
  /** Units of it in one bundle. */
  readonly units: number;
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
