import type { AppKeys } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Logger } from 'pino';
import type { Clock } from './platform/time/clock.ts';
import type { Database, Tx } from './platform/database/database.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { DemoSettings } from '@evenstock/contract/api/page-settings';
import type { Encryption } from './platform/secrets/encryption.ts';
import type { FileStore } from './platform/files/files.ts';
import type { RecoveryLog } from './platform/logs/recovery-log.ts';

/**
 * The domain events by their types, for the modules above: each subscription enqueues a job in the transaction of the change (outbox). The
 * `x.events.ts` of each module adds those that it emits.
 */
export interface DomainEvents {
  /** There is no such event. */
  none: never;
}

/** A domain event, with its type. */
export type DomainEvent = {
  [Type in keyof DomainEvents]: Readonly<DomainEvents[Type]> & { readonly type: Type };
}[keyof DomainEvents];

/** What can be set for an installation; every one has a default (see configuration.ts). Seconds unless named otherwise. */
export interface Settings {
  /** Public address of this installation, without a slash at the end. */
  readonly publicUrl: string;
  readonly isDemo: boolean;
  /** The demo's introduction on its pages; null if the program did not seed a demo. */
  readonly demo: DemoSettings | null;
  readonly signupOpen: boolean;
  /** Number of days without use after which a session ends. */
  readonly sessionIdleDays: number;
  /** Whether stores invite others, who get a voucher. */
  readonly referralOn: boolean;
  /** Where the menu's FAQ leads (default `/faq`). */
  readonly faqUrl: string;
  /** The web's cookies begin with it (default `evenstock`). */
  readonly cookiePrefix: string;
  /** The address of the web analytics; null (the default): none. */
  readonly pageTrackingUrl: string | null;
  /** Orders by update time are polled this often (default 60). */
  readonly orderPollSeconds: number;
  /** The last 48 hours of orders are read again this often (default 900). */
  readonly orderReconcileSeconds: number;
  /** The period of polls of changed listings (default 300). */
  readonly listingPollSeconds: number;
  /** The period of reconciles of every listing (default 86,400). */
  readonly listingSweepSeconds: number;
  /** Time-out of one call to a marketplace (default 15). */
  readonly channelTimeoutSeconds: number;
  /** Hosts (`name` or `name:port`) to which webhooks go although they are private, or without TLS (default none). */
  readonly webhookHosts: readonly string[];
  /** How many days back the first pull of orders goes (default 90). */
  readonly firstPullDays: number;
}

/** The sister console: its address, and the secret that it shares with this installation. */
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
  /** The secret of the signatures of the provider's events. */
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

/**
 * The context of use cases: made at start by wiring.ts, and by tests and the simulation with parts of their own. A module whose work others
 * need in it declares its part beside that work.
 */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly encryption: Encryption;
  readonly files: FileStore;
  readonly mail: Mail;
  readonly settings: Settings;
  readonly connectors: Readonly<Record<ChannelKind, Connector>>;
  readonly apps: Readonly<Partial<Record<ChannelKind, AppKeys>>>;
  /** Null: without a sister console. */
  readonly console: ConsoleKeys | null;
  /** Null: without a payment provider. */
  readonly payments: PaymentKeys | null;
  /** Sends requests: `fetch`, or the simulation's own. It follows no redirect to another host. */
  readonly fetch: typeof globalThis.fetch;
  /** What this process has committed, also kept outside of the database. */
  readonly recoveryLog: RecoveryLog;
  /** The circuit breakers of the channels, so that a silent channel does not block every worker. */
  readonly circuitBreakers: CircuitBreakers;
  /** Enqueues the job of each subscription to the event, in the caller's transaction. */
  emit(tx: Tx, event: DomainEvent): Promise<void>;
}

/** Whether billing is on: stores pay only with a console and a payment provider. */
export function isBillingOn(ctx: Pick<Context, 'console' | 'payments'>): boolean {
  return ctx.console !== null && ctx.payments !== null;
}
