import { z } from 'zod';
import type { SandboxClock } from '../core/clock.ts';
import type { Journal, Table } from '../core/journal.ts';
import type { Random } from '../core/random.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Deliver } from '../core/tasks.ts';
import { PaymentNotices } from './payment-notices.ts';
import {
  checkoutRecord,
  invoiceItemRecord,
  invoiceRecord,
  paymentNoticeRecord,
  subscriptionRecord,
  type Checkout,
  type Invoice,
  type InvoiceItem,
  type Subscription,
} from './payment-records.ts';
import { checkoutView, subscriptionView } from './payment-views.ts';

export interface ExternalServicesContext {
  readonly journal: Journal;
  readonly clock: SandboxClock;
  readonly random: Random;
  readonly deliver: Deliver;
  /** The program's address that browsers return to and notices are sent to, unless another is set. */
  readonly returnBase: string;
  /** The external services' own base address. */
  address(): string;
  readonly wake: () => void;
}

export const paymentKeys = {
  secretKey: 'sk_test_evenstock_sandbox',
  webhookSecret: 'whsec_evenstock_sandbox',
} as const;

/** The test card that is always accepted; so is every other number of 16 digits except the next. */
export const testCard = '4242424242424242';
/** The test card that is always declined. */
export const refusedCard = '4000000000000002';

const webhookRecord = z.object({ url: z.string().nullable() });

/** The simulated card payment provider: its records and their changes. */
export class Payments {
  readonly notices: PaymentNotices;
  readonly checkouts: Table<Checkout>;
  readonly subscriptions: Table<Subscription>;
  readonly invoiceItems: Table<InvoiceItem>;
  readonly invoices: Table<Invoice>;
  readonly #webhook: Table<z.infer<typeof webhookRecord>>;
  readonly #context: ExternalServicesContext;

  constructor(context: ExternalServicesContext) {
    const { journal } = context;
    this.#context = context;
    this.checkouts = journal.table('payment_checkouts', checkoutRecord);
    this.subscriptions = journal.table('payment_subscriptions', subscriptionRecord);
    this.invoiceItems = journal.table('payment_invoice_items', invoiceItemRecord);
    this.invoices = journal.table('payment_invoices', invoiceRecord);
    this.#webhook = journal.table('payment_webhook', webhookRecord);
    this.notices = new PaymentNotices({
      table: journal.table('payment_notices', paymentNoticeRecord),
      clock: context.clock,
      random: context.random,
      deliver: context.deliver,
      secret: paymentKeys.webhookSecret,
      url: () => this.webhookUrl(),
      wake: context.wake,
    });
  }

  id(prefix: string): string {
    return `${prefix}_${this.#context.random.hex(24)}`;
  }

  now(): number {
    return this.#context.clock.now();
  }

  base(): string {
    return this.#context.address();
  }

  webhookUrl(): string | null {
    const set = this.#webhook.get('url');
    return set === undefined ? `${this.#context.returnBase}/webhooks/payments` : set.url;
  }

  setWebhook(url: string | null): void {
    this.#webhook.put('url', { url });
  }

  /** Records a card, starts the subscription and notifies the app. Throws SandboxError for a card that is declined. */
  pay(checkoutId: string, number: string): Checkout {
    const checkout = this.checkouts.get(checkoutId);
    if (checkout === undefined) throw new SandboxError(404, 'There is no such payment page.');
    if (checkout.status === 'complete') return checkout;
    const digits = number.replaceAll(/\s/g, '');
    if (!/^\d{16}$/.test(digits)) throw new SandboxError(422, 'A card number has 16 digits.');
    if (digits === refusedCard) throw new SandboxError(422, 'Your card was declined.');
    const subscription = this.subscribe({
      email: checkout.email,
      currency: checkout.currency,
      metadata: checkout.subscriptionMetadata,
      last4: digits.slice(-4),
    });
    const paid = this.checkouts.put(checkoutId, {
      ...checkout,
      status: 'complete',
      subscription: subscription.id,
      customer: subscription.customer,
    });
    this.notices.notify('checkout.session.completed', checkoutView(paid, this.base()));
    return paid;
  }

  /** Starts a subscription for a customer whose card the console knows. */
  subscribe(wish: {
    readonly email: string;
    readonly currency: string;
    readonly metadata: Readonly<Record<string, string>>;
    readonly last4: string;
  }): Subscription {
    const id = this.id('sub');
    const subscription = this.subscriptions.put(id, {
      id,
      created: this.now(),
      status: 'active',
      canceledAt: null,
      customer: this.id('cus'),
      email: wish.email,
      currency: wish.currency,
      metadata: { ...wish.metadata },
      card: { brand: 'visa', last4: wish.last4 },
    });
    this.notices.notify('customer.subscription.created', subscriptionView(subscription));
    return subscription;
  }

  cancel(subscription: Subscription): Subscription {
    const ended = this.subscriptions.put(subscription.id, {
      ...subscription,
      status: 'canceled',
      canceledAt: this.now(),
    });
    this.notices.notify('customer.subscription.deleted', subscriptionView(ended));
    return ended;
  }
}
