import type { Checkout, Invoice, InvoiceItem, Subscription } from './payment-records.ts';

/* The provider's objects as its API writes them; instants in seconds. */

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
const monthSeconds = 30 * 86_400;

export function checkoutView(checkout: Checkout, base: string) {
  return {
    id: checkout.id,
    object: 'checkout.session',
    mode: 'subscription',
    status: checkout.status,
    payment_status: checkout.status === 'complete' ? 'paid' : 'unpaid',
    created: seconds(checkout.created),
    client_reference_id: checkout.reference,
    currency: checkout.currency,
    customer: checkout.customer,
    customer_email: checkout.email,
    livemode: false,
    metadata: checkout.metadata,
    subscription: checkout.subscription,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    url: checkout.status === 'open' ? `${base}/checkout/${checkout.id}` : null,
  };
}

export function subscriptionView(subscription: Subscription) {
  const created = seconds(subscription.created);
  return {
    id: subscription.id,
    object: 'subscription',
    status: subscription.status,
    customer: subscription.customer,
    currency: subscription.currency,
    created,
    start_date: created,
    canceled_at: subscription.canceledAt === null ? null : seconds(subscription.canceledAt),
    ended_at: subscription.canceledAt === null ? null : seconds(subscription.canceledAt),
    cancel_at_period_end: false,
    default_payment_method: subscription.id.replace('sub_', 'pm_'),
    livemode: false,
    metadata: subscription.metadata,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
      data: [
        {
          id: subscription.id.replace('sub_', 'si_'),
          object: 'subscription_item',
          quantity: 1,
          subscription: subscription.id,
          current_period_start: created,
          current_period_end: created + monthSeconds,
        },
      ],
    },
  };
}

export function invoiceItemView(item: InvoiceItem) {
  return {
    id: item.id,
    object: 'invoiceitem',
    amount: item.amount,
    currency: item.currency,
    customer: item.customer,
    date: seconds(item.created),
    description: item.description,
    invoice: item.invoice,
    livemode: false,
    metadata: item.metadata,
    quantity: 1,
    parent:
      item.subscription === null
        ? null
        : { type: 'subscription_details', subscription_details: { subscription: item.subscription } },
  };
}

export function invoiceView(invoice: Invoice) {
  return {
    id: invoice.id,
    object: 'invoice',
    status: 'draft',
    auto_advance: invoice.autoAdvance,
    collection_method: 'charge_automatically',
    created: seconds(invoice.created),
    currency: invoice.currency,
    customer: invoice.customer,
    livemode: false,
    metadata: invoice.metadata,
    total: invoice.total,
  };
}
