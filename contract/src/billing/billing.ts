import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, listOf, money, none, sortedPaging } from '../api/fields.ts';
import { storePath } from '../stores/stores.ts';
import { fault } from '../messages/message.ts';

/** What merging costs a store each month. Amounts in minor units of the currency. */
export const pricing = {
  currency: 'SGD',
  /** Number of free merged listings. */
  freeMerged: 10,
  /** Largest number of merged listings at the flat price. */
  flatUpTo: 100,
  flatPrice: 1000,
  /** Price of each merged listing above it. */
  pricePerFurther: 10,
} as const;

/** A month of a store: the mean of its daily counts of merged listings, and what follows from it. */
export const monthlySubscriptionInfo = z.object({
  id,
  /** `slug` is null for a store that is deleted: there is nothing left to look at. */
  store: z.object({ id, slug: z.string().nullable(), name: z.string() }),
  year: z.number().int(),
  /** 1 to 12. */
  month: z.number().int(),
  average_merged_count: z.number(),
  estimated_monthly_cost: money,
  formatted_estimated_monthly_cost: z.string(),
  /** What was billed for the month; a part of a month where the subscription ended in it. */
  charged_amount: money,
  formatted_charged_amount: z.string(),
  currency: z.string(),
  created_at: instant,
});
export type MonthlySubscriptionInfo = z.infer<typeof monthlySubscriptionInfo>;

const infoQuery = z.object({
  ...sortedPaging,
  q: z
    .object({ s: z.enum(['created_at asc', 'created_at desc']).optional() })
    .strict()
    .optional(),
});

export const listSubscriptionInfos = endpoint({
  name: 'listSubscriptionInfos',
  summary: 'What a store merged on average, month by month, newest first, and what it costs',
  method: 'GET',
  path: '/api/stores/:storeId/monthly_subscription_infos.json',
  params: storePath,
  query: infoQuery,
  body: none,
  reply: listOf('monthly_subscription_infos', monthlySubscriptionInfo),
  permission: 'subscription.view',
  audit: null,
});

export const listAllSubscriptionInfos = endpoint({
  name: 'listAllSubscriptionInfos',
  summary: 'The same for every store of the installation',
  method: 'GET',
  path: '/api/admin/monthly_subscription_infos.json',
  params: none,
  query: infoQuery,
  body: none,
  reply: listOf('monthly_subscription_infos', monthlySubscriptionInfo),
  permission: 'platform.inspect',
  audit: null,
});

const voucherStore = z.object({ id, slug: z.string().nullable(), name: z.string() });

/** An account that was invited by a store's referral, and whose first store's subscription reached its second month. */
export const dueVoucher = z.object({
  /** The account's id. */
  id,
  email: z.string(),
  /** Its first store; `slug` is null for one that is deleted. */
  store: voucherStore,
  referred_by: voucherStore,
  due_since: instant,
});
export type DueVoucher = z.infer<typeof dueVoucher>;

export const listDueVouchers = endpoint({
  name: 'listDueVouchers',
  summary: 'The accounts that are due a voucher because they were invited, the latest first',
  method: 'GET',
  path: '/api/admin/due_vouchers.json',
  params: none,
  query: z.object({
    ...sortedPaging,
    q: z
      .object({ s: z.enum(['due_since asc', 'due_since desc']).optional() })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('due_vouchers', dueVoucher),
  permission: 'platform.inspect',
  audit: null,
});

/** How somebody comes back from the page that asks for a card: in this parameter of the address. */
export const paymentParameter = 'payment';
export const paymentOutcome = z.enum(['entered', 'cancelled']);
export type PaymentOutcome = z.infer<typeof paymentOutcome>;

/** Where a browser comes back to: a path of this program, never another site. */
const ownPath = z
  .string()
  .max(1000)
  .regex(/^\/(?![\/\\])[^\\\u0000-\u001f]*$/, fault('billing.path_required'));

export const startCheckout = endpoint({
  name: 'startCheckout',
  summary:
    'Begin a subscription: the address at the payment provider where a card is entered. Nothing of it is kept here',
  method: 'POST',
  path: '/api/stores/:storeId/checkout_sessions.json',
  params: storePath,
  query: none,
  body: z.object({ checkout_session: z.object({ return_path: ownPath }) }),
  reply: z.object({ checkout_session: z.object({ url: z.string() }) }),
  permission: 'subscription.manage',
  audit: null,
});

export const endSubscription = endpoint({
  name: 'endSubscription',
  summary: 'End the subscription of a store and bill the part of the month; what is merged stays merged',
  method: 'DELETE',
  path: '/api/stores/:storeId/end_subscription.json',
  params: storePath,
  query: none,
  body: none,
  reply: empty,
  permission: 'subscription.manage',
  audit: 'store.end_subscription',
});
