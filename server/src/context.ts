import type { AppKeys } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { Logger } from 'pino';
import type { AccountEvent } from './modules/accounts/accounts.events.ts';
import type { StoreEvent } from './modules/stores/stores.events.ts';
import type { MarketplaceEvent } from './modules/marketplaces/marketplaces.events.ts';
import type { ConnectionEvent } from './modules/connections/connections.events.ts';
import type { PullEvent } from './modules/pulls/pulls.events.ts';
import type { ActionEvent } from './modules/actions/actions.events.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Tx } from './platform/database.ts';
import type { Mail } from './platform/mail.ts';
import type { Vault } from './platform/vault.ts';

/** What modules tell those above them: each subscription enqueues a job in the transaction of the change. */
export type DomainEvent =
  AccountEvent | StoreEvent | MarketplaceEvent | ConnectionEvent | PullEvent | ActionEvent;

/** What can be set for an installation; every one has a default (see configuration.ts). Seconds unless named otherwise. */
export interface Settings {
  /** Public address of this installation, without a slash at the end. */
  readonly publicUrl: string;
  readonly isDemo: boolean;
  readonly signupOpen: boolean;
  /** Are stores rewarded for bringing others? */
  readonly referralOn: boolean;
  /** Where the menu's FAQ leads (default `/faq`). */
  readonly faqUrl: string;
  /** The web's cookies begin with it (default `evenstock`). */
  readonly cookiePrefix: string;
  /** Where browsers tell which pages are looked at; null (the default): nowhere. */
  readonly pageTrackingUrl: string | null;
  /** Orders by update time are polled this often (default 60). */
  readonly orderPollSeconds: number;
  /** The last 48 hours of orders are read again this often (default 900). */
  readonly orderReconcileSeconds: number;
  /** Listings changed since the last look are read this often (default 300). */
  readonly listingPollSeconds: number;
  /** Every listing is read this often (default 86,400). */
  readonly listingSweepSeconds: number;
  /** Time-out of one call to a marketplace (default 15). */
  readonly channelTimeoutSeconds: number;
  /** Orders are pulled from so many days back at the first pull (default 90). */
  readonly firstPullDays: number;
}

/** The sister console product: where it is, and the secret that it and this installation share. */
export interface ConsoleKeys {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly secret: string;
}

/** The installation's account with the card payment provider. */
export interface PaymentKeys {
  /** Address of the provider's API. */
  readonly url: string;
  readonly secretKey: string;
  /** Signs what the provider tells of. */
  readonly webhookSecret: string;
}

/** One circuit breaker for each channel, for the calls of this process. */
export interface CircuitBreakers {
  /**
   * Admits a call; the caller releases it with whether the channel answered. Calls that one caller makes at once count as one.
   * @throws ChannelError throttled while the breaker is open and enough callers try already: nothing was sent
   */
  acquire(channel: ChannelKind, caller: object): (wasAnswered: boolean) => void;
}

/** What use cases work with. Made once at start (wiring.ts), by tests and by the simulation with parts of their own. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly mail: Mail;
  readonly settings: Settings;
  readonly connectors: Readonly<Record<ChannelKind, Connector>>;
  readonly apps: Readonly<Partial<Record<ChannelKind, AppKeys>>>;
  /** Null: this installation has no sister console. */
  readonly console: ConsoleKeys | null;
  /** Null: nothing can be paid for here. */
  readonly payments: PaymentKeys | null;
  /** How requests leave: `fetch`, or the simulation's own. Never follows a redirect to another host. */
  readonly fetch: typeof globalThis.fetch;
  /** Keep a channel that does not answer from holding every worker. */
  readonly circuitBreakers: CircuitBreakers;
  /** Takes an action at a marketplace a step further; `wiring.ts` knows what each kind does. */
  performAction(ctx: Context, actionId: number): Promise<void>;
  /** Enqueues the job of each subscription to the event, in the caller's transaction. */
  emit(tx: Tx, event: DomainEvent): Promise<void>;
}

/** Stores pay only where they can give a card and have it charged: with a console and a payment provider. */
export function isBillingOn(ctx: Pick<Context, 'console' | 'payments'>): boolean {
  return ctx.console !== null && ctx.payments !== null;
}
