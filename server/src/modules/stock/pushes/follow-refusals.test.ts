import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { openNotifications } from '../../../testing/open-notifications.ts';
import { addMember, addUser } from '../../../testing/world.ts';
import { showMarketplace } from '../../marketplaces/show-marketplace.ts';
import { deactivateMarketplace } from '../../marketplaces/deactivate-marketplace.ts';
import { followRefusals } from './follow-refusals.ts';
import { retryRefused } from './retry-refused.ts';
import { sweepStock } from '../sweep-stock.ts';

const HOUR = 3_600_000;

let market: Market;
beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 10 } });
  await market.merge('TEE');
  await market.ctx.runJobs();
  market.clock.advance(10_000);
});
afterEach(() => market.close());

const open = async () =>
  (await openNotifications(market.ctx, market.storeId)).filter(({ kind }) => kind === 'stock_refused');

/** Starts or ends a promotion, during which the marketplace refuses every quantity. */
function promote(isRunning: boolean): void {
  const { shop } = market.shop('shopee');
  const [listing] = market.sandbox.control.listings('shopee', shop);
  market.sandbox.control.editListing('shopee', shop, listing?.variant_id ?? '', { locked: isRunning });
}

async function sell(): Promise<void> {
  const { shop } = market.shop('shopify');
  market.sandbox.control.placeOrder('shopify', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
  await market.sandbox.runDue();
  await market.pull(market.shop('shopify'), 'orders');
  await market.ctx.runJobs();
}

/** Why the listing is flagged, and why its push failed. */
const keptReasons = () =>
  market.ctx.db
    .selectFrom('listing_stocks as s')
    .innerJoin('listing_stock_movements as p', 'p.variant_listing_id', 's.variant_listing_id')
    .select(['s.flag_messages as flag', 's.flag_reason as flagText', 'p.reason_messages as push'])
    .where('p.outcome', '=', 'rejected')
    .execute();

it('members are notified once of a marketplace that refuses a quantity, until it accepts one', async () => {
  promote(true);
  await sell();
  const { marketplaceId } = market.shop('shopee');
  const notification = {
    kind: 'stock_refused',
    title: 'shopee rejected a stock update',
    content: expect.stringContaining('TEE: The marketplace refused 9') as unknown,
    place: `/products?filter_status=discrepancy&marketplace_id_eq=${String(marketplaceId)}`,
    userId: null,
  };
  expect(await open()).toEqual([notification]);
  const because = [
    { code: 'stock.quantity_not_taken', values: { quantity: 9 } },
    { code: expect.stringMatching(/^refusals\./) },
    { code: expect.stringMatching(/^stock\.tried_/) },
  ];
  expect(await keptReasons()).toMatchObject([
    { flag: because, push: because, flagText: expect.stringContaining('The marketplace refused 9') },
  ]);
  await sell();
  await Promise.all(Array.from({ length: 5 }, () => followRefusals(market.ctx, marketplaceId)));
  expect(await open()).toEqual([notification]);

  promote(false);
  market.clock.advance(25 * HOUR);
  await sweepStock(market.ctx);
  await market.ctx.runJobs();
  expect(await open()).toEqual([]);
  const { rows } = await sql<{ flag: unknown }>`
    select flag_messages as flag from listing_stocks where flag_messages is not null or flag_reason is not null`.execute(
    market.ctx.db,
  );
  expect(rows).toEqual([]);
});

it('a marketplace’s page names what it refuses now, until it accepts it or is left', async () => {
  const { ctx, storeId } = market;
  const { marketplaceId } = market.shop('shopee');
  const actor = { userId: await addUser(ctx), sessionId: 0, email: 'a@shop.test', role: 'member' } as const;
  const { slug } = await ctx.db
    .selectFrom('stores')
    .select('slug')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  const shown = async () => {
    const store = { id: storeId, slug, role: 'owner', country: 'sg', timeZone: 'Asia/Singapore' } as const;
    return (await showMarketplace(ctx, actor, store, String(marketplaceId))).marketplace.refused_quantities;
  };
  const nothing = { total: 0, newest: [] };
  expect(await shown()).toEqual(nothing);
  promote(true);
  await sell();
  const { variant, product } = await ctx.db
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.slug as variant', 'p.slug as product'])
    .where('v.merged_into_id', 'is', null)
    .executeTakeFirstOrThrow();
  expect(await shown()).toMatchObject({
    total: 1,
    newest: [
      {
        name: 'The TEE',
        sku: 'TEE',
        product_slug: product,
        variant_slug: variant,
        reason: expect.stringContaining('The marketplace refused 9') as unknown,
        reason_messages: [
          { code: 'stock.quantity_not_taken', values: { quantity: 9 } },
          { code: expect.stringMatching(/^refusals\./) },
          { code: expect.stringMatching(/^stock\.tried_/) },
        ],
      },
    ],
  });

  promote(false);
  market.clock.advance(25 * HOUR);
  await sweepStock(ctx);
  await ctx.runJobs();
  expect(await shown()).toEqual(nothing);

  promote(true);
  await sell();
  expect((await shown()).total).toBe(1);
  await deactivateMarketplace(ctx, actor, { id: marketplaceId, storeId }, false);
  expect(await shown()).toEqual(nothing);
});

it('a refused quantity is sent again at once when a developer asks, and waits otherwise', async () => {
  promote(true);
  await sell();
  promote(false);
  const { marketplaceId, shop } = market.shop('shopee');
  const shown = () => market.sandbox.control.listings('shopee', shop)[0]?.quantity;
  await sweepStock(market.ctx);
  await market.ctx.runJobs();
  expect(shown()).toBe(10);
  const { variant_id: variantId } = await market.ctx.db
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('marketplace_id', '=', marketplaceId)
    .executeTakeFirstOrThrow();
  await inTransaction(market.ctx.db, (tx) => retryRefused(tx, { storeId: market.storeId, variantId }));
  await market.ctx.runJobs();
  expect(shown()).toBe(9);
});

describe('the mail of refused quantities', () => {
  const refusalMails = () => market.ctx.mails.filter(({ subject }) => subject.startsWith('shopee rejected'));

  async function letRefuse(isWanted: boolean): Promise<void> {
    const { ctx, storeId } = market;
    await ctx.db
      .updateTable('stores')
      .set({ send_stock_error: isWanted })
      .where('id', '=', storeId)
      .execute();
    for (const role of ['owner', 'admin', 'member'] as const) {
      await addMember(ctx, storeId, await addUser(ctx, 'member', `${role}@market.test`), role);
    }
    promote(true);
    await sell();
    await sell();
    market.clock.advance(14 * 60_000);
    await ctx.runJobs();
    expect(refusalMails()).toEqual([]);
    market.clock.advance(2 * 60_000);
    await ctx.runJobs();
  }

  it('is one for all, to the owner and the admins, a quarter of an hour after the first', async () => {
    await letRefuse(true);
    const mails = refusalMails();
    expect(mails.map(({ to }) => to).sort()).toEqual(['admin@market.test', 'owner@market.test']);
    expect(mails[0]?.subject).toBe('shopee rejected 1 stock updates');
    expect(mails[0]?.text).toContain('TEE: The marketplace refused 8');
    market.clock.advance(HOUR);
    await sell();
    await market.ctx.runJobs();
    expect(refusalMails()).toHaveLength(2);
  });

  it('is not sent where the store does not want it', async () => {
    await letRefuse(false);
    expect(refusalMails()).toEqual([]);
  });
});
