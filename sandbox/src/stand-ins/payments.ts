import { z } from 'zod';
import type { SandboxClock } from '../core/clock.ts';
import type { Journal, Table } from '../core/journal.ts';
import type { Random } from '../core/random.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deliver } from '../core/tasks.ts';
import { PaymentNotices } from './payment-notices.ts';
import {
  checkoutRecord,
  invoiceItemRecord,
  paymentNoticeRecord,
  subscriptionRecord,
  type Checkout,
  type InvoiceItem,
  type Subscription,
} from './payment-records.ts';
import { checkoutView, subscriptionView } from './payment-views.ts';

export interface StandInSurroundings {
  readonly journal: Journal;
  readonly clock: SandboxClock;
  readonly random: Random;
  readonly deliver: Deliver;
  /** Where the program is that browsers return to and that notices go to, unless another address is set. */
  readonly returnBase: string;
  /** The stand-ins' own base address. */
  address(): string;
  readonly wake: () => void;
}

export const paymentKeys = {
  secretKey: 'sk_test_evenstock_sandbox',
  webhookSecret: 'whsec_evenstock_sandbox',
} as const;

/** The test card that is always taken; every other number of 16 digits but the next is too. */
export const testCard = '4242424242424242';
/** The test card that is always refused. */
export const refusedCard = '4000000000000002';

const webhookRecord = z.object({ url: z.string().nullable() });

/** The card payment provider: what it knows, and what happens there. */
export class Payments {
  readonly notices: PaymentNotices;
  readonly checkouts: Table<Checkout>;
  readonly subscriptions: Table<Subscription>;
  readonly invoiceItems: Table<InvoiceItem>;
  readonly #webhook: Table<z.infer<typeof webhookRecord>>;
  readonly #around: StandInSurroundings;

  constructor(around: StandInSurroundings) {
    const { journal } = around;
    this.#around = around;
    this.checkouts = journal.table('payment_checkouts', checkoutRecord);
    this.subscriptions = journal.table('payment_subscriptions', subscriptionRecord);
    this.invoiceItems = journal.table('payment_invoice_items', invoiceItemRecord);
    this.#webhook = journal.table('payment_webhook', webhookRecord);
    this.notices = new PaymentNotices({
      table: journal.table('payment_notices', paymentNoticeRecord),
      clock: around.clock,
      random: around.random,
      deliver: around.deliver,
      secret: paymentKeys.webhookSecret,
      url: () => this.webhookUrl(),
      wake: around.wake,
    });
  }

  id(prefix: string): string {
    return `${prefix}_${this.#around.random.hex(24)}`;
  }

  now(): number {
    return this.#around.clock.now();
  }

  base(): string {
    return this.#around.address();
  }

  webhookUrl(): string | null {
    const set = this.#webhook.get('url');
    return set === undefined ? `${this.#around.returnBase}/webhooks/payments` : set.url;
  }

  setWebhook(url: string | null): void {
    this.#webhook.put('url', { url });
  }

  /** A card is entered: the customer pays from now on, and the app is told. Throws Refusal for a card that is not taken. */
  pay(checkoutId: string, number: string): Checkout {
    const checkout = this.checkouts.get(checkoutId);
    if (checkout === undefined) throw new Refusal(404, 'There is no such payment page.');
    if (checkout.status === 'complete') return checkout;
    const digits = number.replaceAll(/\s/g, '');
    if (!/^\d{16}$/.test(digits)) throw new Refusal(422, 'A card number has 16 digits.');
    if (digits === refusedCard) throw new Refusal(422, 'Your card was declined.');
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
    this.notices.tell('checkout.session.completed', checkoutView(paid, this.base()));
    return paid;
  }

  /** Begins a subscription, as the console does for a customer whose card it knows. */
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
    this.notices.tell('customer.subscription.created', subscriptionView(subscription));
    return subscription;
  }

  cancel(subscription: Subscription): Subscription {
    const ended = this.subscriptions.put(subscription.id, {
      ...subscription,
      status: 'canceled',
      canceledAt: this.now(),
    });
    this.notices.tell('customer.subscription.deleted', subscriptionView(ended));
    return ended;
  }
}
