import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxedContext, receive, type SandboxedContext } from '../../testing/sandbox.ts';
import { addPopulatedStore, type PopulatedStore } from '../../testing/world.ts';
import { chargeMonths, chargeSubscription } from './charge-months.ts';
import { countMergedListings } from './count-merged-listings.ts';
import { endForDeletedStore } from './end-subscription.ts';
import { followPayment } from './follow-payment.ts';
import { purgePaymentEvents } from './purge-payment-events.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let ctx: SandboxedContext;
beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());

const provider = () => ctx.sandbox.control.externalServices.payments;

async function subscribe(storeId: number): Promise<string> {
  const { id } = ctx.sandbox.control.externalServices.subscribe({
    store_id: storeId,
    email: 'owner@shop.test',
  });
  await ctx.settle();
  return id;
}

function end(subscriptionId: string): void {
  const subscription = provider().subscriptions.get(subscriptionId);
  if (subscription === undefined) throw new Error('The provider has no such subscription.');
  provider().cancel(subscription);
}

const merge = (store: PopulatedStore, listings: number): Promise<unknown> =>
  ctx.db.updateTable('variants').set({ live_listings: listings }).where('id', '=', store.variantId).execute();

/** What the provider has for a store, oldest first: the month, the mean and the amount in cents. */
async function billsOf(storeId: number): Promise<string[]> {
  const { name } = await ctx.db
    .selectFrom('stores')
    .select('name')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return [...provider().invoiceItems.values()]
    .filter(({ description }) => description.startsWith(`${name}, `))
    .map(({ description, amount }) => {
      const [, month, mean] = /, (\d{4}-\d\d): ([\d.]+) merged/.exec(description) ?? [];
      return `${month ?? ''} ${mean ?? ''} ${String(amount)}`;
    });
}

/** A day of the program: the notice that a subscription changed, if there is one, and what is scheduled. */
async function playDay(noticeAbout: string | null): Promise<void> {
  if (noticeAbout !== null) await notice(noticeAbout);
  await countMergedListings(ctx);
  await chargeMonths(ctx);
  await purgePaymentEvents(ctx);
  await ctx.runJobs();
  ctx.clock.advance(DAY);
}

async function notice(subscriptionId: string): Promise<void> {
  const at = ctx.clock.now().getTime();
  const body = JSON.stringify({
    id: `evt_${subscriptionId}_${String(at)}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { id: subscriptionId, object: 'subscription' } },
  });
  const { payments } = ctx.sandbox.control.externalServices.keys();
  const seconds = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', payments.webhook_secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` };
  const url = payments.webhook_url ?? '';
  expect(await receive(ctx, { url, headers, body })).toMatchObject({ status: 200 });
}

async function addMonth(storeId: number, average: number, month: number): Promise<void> {
  await ctx.db
    .insertInto('monthly_subscription_infos')
    .values({
      store_id: storeId,
      year: 2026,
      month,
      average_merged_hundredths: average * 100,
      created_at: ctx.clock.now(),
    })
    .execute();
}

it('a month that is over is on the next bill once, even where the answer was lost or two workers try', async () => {
  const [paying, free, without, earlier] = [
    await addPopulatedStore(ctx),
    await addPopulatedStore(ctx),
    await addPopulatedStore(ctx),
    await addPopulatedStore(ctx),
  ];
  await addMonth(paying.id, 101, 11);
  await addMonth(free.id, 10, 11);
  await addMonth(without.id, 150, 11);
  await addMonth(earlier.id, 200, 10);
  const subscription = await subscribe(paying.id);
  await subscribe(free.id);
  await subscribe(earlier.id);

  // November lasts until December has begun in Singapore.
  ctx.clock.set(new Date('2026-11-30T15:59:00Z'));
  await chargeMonths(ctx);
  expect(await ctx.runJobs()).toEqual([]);
  ctx.clock.set(new Date('2026-11-30T16:00:00Z'));
  await Promise.all([chargeSubscription(ctx, subscription), chargeSubscription(ctx, subscription)]);
  await ctx.db
    .updateTable('subscription_charges')
    .set({ charged_at: null, invoice_item_id: null })
    .where('store_id', '=', paying.id)
    .execute();
  await chargeMonths(ctx);
  await chargeMonths(ctx);
  expect(await ctx.runJobs()).toEqual(['billing.charge_subscription']);
  expect(await billsOf(paying.id)).toEqual(['2026-11 101.00 1010']);
  for (const store of [free, without, earlier]) expect(await billsOf(store.id)).toEqual([]);
  await chargeMonths(ctx);
  expect(await ctx.runJobs()).toEqual([]);
});

it('each of five months is billed once, whether the provider is silent or reports the subscription every day', async () => {
  ctx.clock.set(new Date('2026-12-31T17:00:00Z'));
  const [quiet, reported] = [await addPopulatedStore(ctx), await addPopulatedStore(ctx)];
  await subscribe(quiet.id);
  const talkative = await subscribe(reported.id);
  await merge(quiet, 50);
  await merge(reported, 120);
  while (ctx.clock.now() < new Date('2027-06-03T00:00:00Z')) await playDay(talkative);

  const left = await ctx.db.selectFrom('payment_events').select('subscription_id').distinct().execute();
  expect(left).toEqual([{ subscription_id: talkative }]);
  const months = ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05'];
  expect(await billsOf(quiet.id)).toEqual(months.map((month) => `${month} 50.00 1000`));
  expect(await billsOf(reported.id)).toEqual(months.map((month) => `${month} 120.00 1200`));
});

describe('a subscription that ends', () => {
  it('bills the part of the month: to subscribe, merge and end on one day is not free', async () => {
    ctx.clock.set(new Date('2027-07-15T02:00:00Z'));
    const store = await addPopulatedStore(ctx);
    for (let day = 0; day < 5; day += 1) await playDay(null);
    const subscription = await subscribe(store.id);
    await merge(store, 50);
    ctx.clock.advance(HOUR);
    end(subscription);
    await ctx.settle();
    expect(await billsOf(store.id)).toEqual(['2027-07 50.00 1000']);
    // Nothing else would collect it: it is on a bill of its own.
    const item = [...provider().invoiceItems.values()].at(-1);
    expect(provider().invoices.get(item?.invoice ?? '')).toMatchObject({ total: 1000, autoAdvance: true });

    while (ctx.clock.now() < new Date('2027-09-02T00:00:00Z')) await playDay(null);
    await chargeSubscription(ctx, subscription);
    expect(await billsOf(store.id)).toHaveLength(1);
    expect([...provider().invoices.values()].filter(({ id }) => id === item?.invoice)).toHaveLength(1);
  });

  it('is followed by another in the same month: together they cost what the dearer one does', async () => {
    ctx.clock.set(new Date('2027-10-02T02:00:00Z'));
    const store = await addPopulatedStore(ctx);
    for (const listings of [11, 150, 20]) {
      const subscription = await subscribe(store.id);
      await merge(store, listings);
      end(subscription);
      await ctx.settle();
      ctx.clock.advance(DAY);
    }
    expect(await billsOf(store.id)).toEqual(['2027-10 11.00 1000', '2027-10 150.00 500']);
  });

  it('is billed until its end where the program hears of the end months later', async () => {
    ctx.clock.set(new Date('2027-11-30T17:00:00Z'));
    const store = await addPopulatedStore(ctx);
    const subscription = await subscribe(store.id);
    await merge(store, 30);
    while (ctx.clock.now() < new Date('2028-01-10T00:00:00Z')) await playDay(null);
    expect(await billsOf(store.id)).toEqual(['2027-12 30.00 1000']);
    // The notice of the end is lost: further merging is not paid for, and nothing is owed for it.
    ctx.sandbox.control.externalServices.setWebhook(null);
    end(subscription);
    await ctx.sandbox.runDue();
    ctx.sandbox.control.externalServices.setWebhook(ctx.settings.publicUrl + '/webhooks/payments');
    await playDay(null);
    await merge(store, 200);
    while (ctx.clock.now() < new Date('2028-03-03T00:00:00Z')) await playDay(null);
    expect(await billsOf(store.id)).toEqual(['2027-12 30.00 1000', '2028-01 30.00 1000']);
  });

  it('with its store is billed, and what was on its next bill is collected too', async () => {
    ctx.clock.set(new Date('2028-04-30T17:00:00Z'));
    const store = await addPopulatedStore(ctx);
    await subscribe(store.id);
    await merge(store, 40);
    while (ctx.clock.now() < new Date('2028-06-01T00:00:00Z')) await playDay(null);
    const [{ invoice } = { invoice: undefined }] = [...provider().invoiceItems.values()].slice(-1);
    expect(invoice).toBeNull();
    await ctx.db
      .updateTable('stores')
      .set({ deleted_at: ctx.clock.now() })
      .where('id', '=', store.id)
      .execute();
    await endForDeletedStore(ctx, store.id);
    await ctx.settle();
    expect(await billsOf(store.id)).toEqual(['2028-05 40.00 1000', '2028-06 40.00 1000']);
    const last = [...provider().invoices.values()].at(-1);
    expect(last?.total).toBe(2000);
  });

  it('and continues after late payment is not billed twice for a month', async () => {
    ctx.clock.set(new Date('2028-07-10T02:00:00Z'));
    const store = await addPopulatedStore(ctx);
    const id = await subscribe(store.id);
    await merge(store, 60);
    await playDay(null);
    end(id);
    await ctx.settle();
    const ended = provider().subscriptions.get(id);
    if (ended === undefined) throw new Error('The provider has no such subscription.');
    provider().subscriptions.put(id, { ...ended, status: 'active', canceledAt: null });
    await followPayment(ctx, id);
    while (ctx.clock.now() < new Date('2028-09-02T00:00:00Z')) await playDay(null);
    expect(await billsOf(store.id)).toEqual(['2028-07 60.00 1000', '2028-08 60.00 1000']);
  });
});
