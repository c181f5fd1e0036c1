import { z } from 'zod';

const metadata = z.record(z.string(), z.string());

/** A page of the payment provider on which a card is entered once. */
export const checkoutRecord = z.object({
  id: z.string(),
  created: z.int(),
  status: z.enum(['open', 'complete']),
  email: z.string(),
  reference: z.string().nullable(),
  product: z.string(),
  currency: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  metadata,
  subscriptionMetadata: metadata,
  subscription: z.string().nullable(),
  customer: z.string().nullable(),
});
export type Checkout = z.infer<typeof checkoutRecord>;

/** A customer's payment method; only what the provider would show of the card is kept. */
export const subscriptionRecord = z.object({
  id: z.string(),
  created: z.int(),
  status: z.enum(['active', 'canceled']),
  canceledAt: z.int().nullable(),
  customer: z.string(),
  email: z.string(),
  currency: z.string(),
  metadata,
  card: z.object({ brand: z.string(), last4: z.string() }),
});
export type Subscription = z.infer<typeof subscriptionRecord>;

/** An amount of a customer, in minor units: pending until it is on an invoice. */
export const invoiceItemRecord = z.object({
  id: z.string(),
  created: z.int(),
  customer: z.string(),
  subscription: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  description: z.string(),
  metadata,
  invoice: z.string().nullable().default(null),
});
export type InvoiceItem = z.infer<typeof invoiceItemRecord>;

/** A bill of a customer, made outside of a subscription's own. */
export const invoiceRecord = z.object({
  id: z.string(),
  created: z.int(),
  customer: z.string(),
  currency: z.string(),
  total: z.int(),
  autoAdvance: z.boolean(),
  metadata,
});
export type Invoice = z.infer<typeof invoiceRecord>;

/** The first answer to a write, repeated for the same idempotency key. */
export const answeredRecord = z.object({ asked: z.string(), status: z.int(), body: z.string() });

/** An event that is to be delivered to the app. */
export const paymentNoticeRecord = z.object({ at: z.int(), attempts: z.int(), body: z.string() });
export type PaymentNotice = z.infer<typeof paymentNoticeRecord>;
