import type { Access, AppKeys } from '../access.ts';
import type { Connector } from '../connector.ts';
import type { WebhookRequest } from '../webhooks.ts';
import type { ChannelHttp } from '../http.ts';

/** A connector and a marketplace: its base addresses, and a control that acts as its buyers and sellers. */
export interface World {
  readonly connector: Connector;
  readonly app: AppKeys;
  /** The name by which the merchant identifies the shop, where the channel needs it. */
  readonly shopName: string | null;
  /** The currency of the shop's prices. */
  readonly currency: string;
  readonly http: ChannelHttp;
  readonly control: MarketplaceControl;
}

/** Acts as the buyers and sellers of one shop. The marketplace chooses prices and numbers that are not given. */
export interface MarketplaceControl {
  /** Whether campaigns can reserve units of a listing there. */
  readonly reservesUnits: boolean;
  /** Whether an item can have several variants; else each SKU is an item of its own. */
  readonly groupsVariants: boolean;
  /** Whether an order has its prices before it is paid. */
  readonly pricesUnpaid: boolean;
  /** Whether an order says until when it is to be shipped. */
  readonly tellsShipBy: boolean;
  /** Whether listings can be filtered by their last change. */
  readonly tellsChanges: boolean;
  /** Whether a buyer can cancel some units of a line and keep the others. */
  readonly cancelsSomeUnits: boolean;
  /** What says that the marketplace keeps and sends units there: its listings and orders, its orders alone, or nothing. */
  readonly keeps: 'listings' | 'orders' | null;
  /** Whether an order there may have gifts. */
  readonly gives: boolean;
  /** Whether a shop there may have several places of stock. */
  readonly hasPlaces: boolean;
  /** Opens a further place of stock that holds this many units of a SKU. @returns its name */
  keepElsewhere(sku: string, quantity: number): Promise<string>;
  /** The units of a SKU at that place in the marketplace's own records. */
  unitsElsewhere(sku: string): Promise<number | undefined>;
  /** Places a paid order that this place sends. */
  buyElsewhere(lines: readonly BasketLine[]): Promise<string>;
  /** The query that the browser returns with after the seller's consent. */
  consent(): Promise<Readonly<Record<string, string>>>;
  /** The seller adds one item with these variants. */
  addItem(variants: readonly { readonly sku: string; readonly quantity: number }[]): Promise<void>;
  /** The seller adds this many items of one variant each. */
  addItems(count: number): Promise<void>;
  /** The seller edits by hand; a campaign reserves some of the quantity; units move to the marketplace's warehouse, or back. */
  edit(
    sku: string,
    change: {
      readonly quantity?: number;
      readonly reserved?: number;
      readonly kept_by?: 'seller' | 'marketplace';
    },
  ): Promise<void>;
  /** The quantity of every variant in the marketplace's own records. */
  quantities(): Promise<readonly { readonly sku: string; readonly quantity: number }[]>;
  /** Places an order and returns its number as the seller sees it. */
  buy(lines: readonly BasketLine[], paid: boolean, selfCollect?: boolean): Promise<string>;
  /** Applies an event to an order; to some of its units only, if lines are given. */
  happen(number: string, event: OrderEvent, lines?: readonly BasketLine[]): Promise<void>;
  /** The events of an order in the marketplace's own records, in order. */
  events(number: string): Promise<readonly string[]>;
  /** The units of each SKU of an order that are cancelled in the marketplace's own records. */
  cancelledUnits(number: string): Promise<Readonly<Record<string, number>>>;
  /** Injects these faults from now on, each at the calls whose name ends with `call`, or at these lists. An empty list ends them. */
  trouble(
    faults: readonly {
      readonly kind: Trouble;
      readonly call?: string;
      readonly lists?: 'orders';
      readonly nature?: 'write';
    }[],
  ): Promise<void>;
  /** Advances the marketplace's clock and the clock of `http`. */
  pass(seconds: number): Promise<void>;
  /** Returns the notices that arrived at the registered address since the last call. */
  notices(): Promise<readonly WebhookRequest[]>;
  /** The most often that one and the same answer to a return was sent, whether the marketplace took it or not. */
  timesAnswered(answer: 'accept' | 'dispute'): number;
  /** The call that sets stock, by the end of its name. */
  readonly stockCall: string;
  /** Whether a request (address and body) lists listings or orders. */
  isListCall(request: { readonly url: string; readonly body: string }): boolean;
}

export type OrderEvent = 'pay' | 'cancel' | 'ship' | 'deliver' | 'request_cancellation' | 'request_return';

export interface BasketLine {
  readonly sku: string;
  readonly quantity: number;
  /** Given with the purchase, for nothing. */
  readonly gift?: boolean;
}

export type Trouble =
  | 'throttle'
  | 'error_500'
  | 'error_after_commit'
  | 'timeout'
  | 'truncate'
  | 'html'
  | 'expire_token'
  | 'half_batch'
  | 'unknown_error'
  | 'lying_success'
  | 'empty_list'
  | 'short_list'
  | 'short_page'
  | 'moved_page';

export interface Behaviour {
  readonly name: string;
  /** Whether the behaviour applies, by the facts of the channel or the marketplace; it always does if absent. */
  readonly where?: (world: World) => boolean;
  /** Throws with a message that describes what is wrong. */
  check(world: World): Promise<void>;
}

/** Access whose token can be refreshed early, as the product does. */
export interface Seat extends Access {
  renewInTime(): Promise<void>;
}

/** A token with less than this left is refreshed, in milliseconds. */
const renewAhead = 30 * 60_000;

/** Connects as a seller does: consent, return, exchange of the code. */
export async function connect(world: World): Promise<Seat> {
  const { connector, app, http, control, shopName } = world;
  let credentials = await connector.authorisation.complete(app, http, await control.consent(), shopName);
  return {
    app,
    http,
    get credentials() {
      return credentials;
    },
    async renewInTime() {
      const { accessExpiresAt } = credentials;
      if (accessExpiresAt === null || accessExpiresAt.getTime() - http.now().getTime() > renewAhead) return;
      credentials = await connector.authorisation.refresh(app, http, credentials);
    },
  };
}
