import type { Access, AppKeys } from '../access.ts';
import type { Connector } from '../connector.ts';
import type { WebhookRequest } from '../webhooks.ts';
import type { ChannelHttp } from '../http.ts';

/** A connector and a marketplace: its base addresses, and hands that can do there what buyers and sellers do. */
export interface World {
  readonly connector: Connector;
  readonly app: AppKeys;
  /** How the merchant names the shop, where the channel needs it. */
  readonly shopName: string | null;
  /** What the shop's prices are in. */
  readonly currency: string;
  readonly http: ChannelHttp;
  readonly control: MarketplaceControl;
}

/** The hands of buyers and sellers at one shop. Prices and numbers are the marketplace's to choose where none are given. */
export interface MarketplaceControl {
  /** Whether campaigns can reserve units of a listing there. */
  readonly reservesUnits: boolean;
  /** Whether an item can have several variants; else each SKU is an item of its own. */
  readonly groupsVariants: boolean;
  /** Whether an order has its prices before it is paid. */
  readonly pricesUnpaid: boolean;
  /** Whether listings can be asked for by when they changed. */
  readonly tellsChanges: boolean;
  /** Whether a buyer can cancel some units of a line and keep the others. */
  readonly cancelsSomeUnits: boolean;
  /** What comes back with the browser once the seller has agreed. */
  consent(): Promise<Readonly<Record<string, string>>>;
  /** The seller adds one item with these variants. */
  addItem(variants: readonly { readonly sku: string; readonly quantity: number }[]): Promise<void>;
  /** The seller adds so many items of one variant each. */
  addItems(count: number): Promise<void>;
  /** The seller edits by hand; a campaign reserves some of the quantity. */
  edit(sku: string, change: { readonly quantity?: number; readonly reserved?: number }): Promise<void>;
  /** What the marketplace itself holds of every variant. */
  shelf(): Promise<readonly { readonly sku: string; readonly quantity: number }[]>;
  /** A buyer buys. Returns the number of the order as the seller sees it. */
  buy(lines: readonly BasketLine[], paid: boolean, selfCollect?: boolean): Promise<string>;
  /** Something happens to an order; to some of its units only, if lines are given. */
  happen(number: string, event: OrderEvent, lines?: readonly BasketLine[]): Promise<void>;
  /** What the marketplace itself holds of an order: all that happened to it, in order. */
  events(number: string): Promise<readonly string[]>;
  /** From now on, until told otherwise: what goes wrong at which call (the end of its name). An empty list ends it. */
  trouble(faults: readonly { readonly kind: Trouble; readonly call?: string }[]): Promise<void>;
  /** Time passes at the marketplace, and on the clock of `http`. */
  pass(seconds: number): Promise<void>;
  /** Notices that arrived since the last time this was asked, at the address registered for them. */
  notices(): Promise<readonly WebhookRequest[]>;
  /** The call that sets stock, by the end of its name. */
  readonly stockCall: string;
  /** Whether a request (address and body) asks for a page of listings or orders. */
  isListCall(request: { readonly url: string; readonly body: string }): boolean;
}

export type OrderEvent = 'pay' | 'cancel' | 'ship' | 'deliver' | 'request_cancellation' | 'request_return';

export interface BasketLine {
  readonly sku: string;
  readonly quantity: number;
}

export type Trouble =
  | 'throttle'
  | 'error_500'
  | 'error_after_commit'
  | 'timeout'
  | 'truncate'
  | 'html'
  | 'expire_token'
  | 'half_batch';

export interface Behaviour {
  readonly name: string;
  /** Where it can be asked for at all, by the facts of the channel or the marketplace; everywhere unless given. */
  readonly where?: (world: World) => boolean;
  /** Throws with words for what is not as it should be. */
  check(world: World): Promise<void>;
}

/** Access whose token can be renewed, as the product does in good time. */
export interface Seat extends Access {
  renewInTime(): Promise<void>;
}

/** A token with less than this left is renewed, in milliseconds. */
const renewAhead = 30 * 60_000;

/** Connects as a seller would: agree, return, exchange. */
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
