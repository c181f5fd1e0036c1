import { channelKinds } from '@evenstock/contract/channels/channels';
import { fieldErrors } from '@evenstock/contract/api/fields';
import { listOrders } from '@evenstock/contract/orders/orders';
import { listSavedViews } from '@evenstock/contract/stores/saved-views';
import { countRemovedSuggestions } from '@evenstock/contract/catalog/suggested-merges';
import { countVariantStatuses, listVariants, variantStatuses } from '@evenstock/contract/catalog/variants';
import { orderStates } from '@evenstock/contract/orders/order-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from './seed-demo.ts';
import { createTestServer } from '../testing/http.ts';
import { openSession } from '../testing/world.ts';
import { addUpExplanations } from '../testing/explained-sums.ts';
import { createSandboxedContext, type SandboxedContext } from '../testing/sandbox.ts';

let ctx: SandboxedContext;

beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'demo' } });
  const address = ctx.sandbox.address;
  const seeding = {
    ...ctx,
    clock: {
      now: ctx.clock.now,
      // Each wait of the seed runs the due jobs.
      async sleep(milliseconds: number) {
        await ctx.runJobs();
        await ctx.clock.sleep(milliseconds);
      },
    },
  };
  await seedDemo(seeding, {
    async call(method, path, body) {
      const answer = await ctx.sandbox.fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      return answer.json();
    },
  });
});
afterAll(() => ctx.close());

async function one<T>(text: string): Promise<T> {
  const { rows } = await ctx.database.pool.query<{ value: T }>(text);
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was answered.');
  return row.value;
}

describe('the demo store', () => {
  it('has its accounts, its seven shops, and a quarter of a year of orders in every state', async () => {
    expect(await one('select array_agg(email order by id) as value from users')).toEqual(
      ['owner', 'admin', 'member', 'platform'].map((name) => `${name}@demo.evenstock.test`),
    );
    expect(await one("select slug || ' ' || can_sync_quantity as value from stores")).toBe('demo-store true');
    expect(await one("select count(*) as value from marketplaces where state = 'verified'")).toBe(7);
    const states = await one<string[]>('select array_agg(distinct state) as value from orders');
    expect(orderStates.filter((state) => !states.includes(state))).toEqual([]);
    const days = await one<number>(
      'select extract(day from max(source_created_at) - min(source_created_at))::integer as value from orders',
    );
    expect(days).toBeGreaterThan(80);
  });

  it('has merged SKUs and others left to merge, and quantities that equal the ledger', async () => {
    expect(await one('select count(*) as value from variants where live_listings > 2')).toBeGreaterThan(10);
    expect(
      await one(`select count(*) as value from (
        select sku from variants where merged_into_id is null and live_listings > 0 and sku <> ''
        group by sku having count(*) > 1) g`),
    ).toBeGreaterThan(5);
    expect(
      await one(`select count(*) as value from variants v where case when is_set then 0 else quantity end <>
        (select coalesce(sum(adjustment), 0) from stock_movements m where m.variant_id = v.id)`),
    ).toBe(0);
  });

  it('has a set of three parts, of which there are some', async () => {
    expect(
      await one(
        `select string_agg(s.sku || ' ' || (s.quantity > 0), ', ') as value from variants s where s.is_set`,
      ),
    ).toBe('GIFT-BREW true');
    expect(await one('select count(*) as value from set_parts')).toBe(3);
  });

  it('has a ledger of several weeks, in date order for each SKU, and recent unread notifications', async () => {
    expect(
      await one(`select count(*) as value from (
        select variant_id from stock_movements where action = 'Adjustment' group by variant_id
        having max(created_at) - min(created_at) > interval '2 weeks') v`),
    ).toBe(5);
    expect(
      await one(`select count(*) as value from (
        select final_quantity, sum(adjustment) over (partition by variant_id order by created_at, id) as sum
        from stock_movements) m where final_quantity <> sum`),
    ).toBe(0);
    expect(
      await one(`select count(*) as value from store_notifications n where kind = 'first_sync_done' and
        (select count(*) from store_notification_reads r where r.notification_id = n.id) < 3`),
    ).toBe(0);
    expect(
      await one("select count(*) as value from store_notifications where kind = 'first_sync_done'"),
    ).toBe(7);
  });

  it('begins the products list with SKUs that several shops share, each product once', async () => {
    const server = await createTestServer(ctx);
    const token = await openSession(ctx, await one('select min(id) as value from users'));
    const { body } = await server.call('GET', '/api/stores/demo-store/variants/products_page.json', {
      token,
    });
    await server.close();
    const { variants } = listVariants.reply.parse(body);
    const shared = variants.filter(({ variant_listings: listings }) => listings.length > 1);
    expect(shared.length).toBeGreaterThan(5);
    expect(new Set(variants.map(({ sku }) => sku)).size).toBe(10);
  });

  it('has something in every view of the products list, a removed suggestion and a saved view', async () => {
    const server = await createTestServer(ctx);
    const token = await openSession(ctx, await one('select min(id) as value from users'));
    const read = async (place: string) =>
      (await server.call('GET', `/api/stores/demo-store/${place}`, { token })).body;
    const { counts } = countVariantStatuses.reply.parse(await read('variants/status_counts.json'));
    expect(variantStatuses.filter((status) => counts[status] === 0)).toEqual([]);
    const pinned = listVariants.reply.parse(await read('variants/products_page.json?q[is_pinned_eq]=true'));
    expect(pinned.total_count).toBe(1);
    const { count: removed } = countRemovedSuggestions.reply.parse(
      await read('removed_suggested_merges/count.json'),
    );
    expect(removed).toBe(1);
    const views = listSavedViews.reply.parse(await read('saved_views.json'));
    expect(views.saved_views.map(({ name }) => name)).toEqual(['Sold out']);
    await server.close();
  });

  const channelsWhere = (condition: string): Promise<string[]> =>
    one(`select coalesce(array_agg(channel order by channel), '{}') as value from (
      select channel from orders where ${condition} group by channel) found`);
  const now = (): string => `timestamptz '${ctx.clock.now().toISOString()}'`;
  const toShip = "state = 'staff_to_process' and coalesce(category, '') <> 'processing_self_collect'";
  /** The channels with shipping deadlines: all except Shopify. */
  const withDeadlines = ['amazon-sg', 'lazada', 'qoo10', 'shopee', 'tiktok', 'tokopedia'];

  it('has orders to ship in each marketplace, two due today and one late in each with deadlines', async () => {
    expect(await channelsWhere(toShip)).toEqual([...channelKinds].sort());
    // The print run covers twenty orders of one shop.
    expect(
      await one(`select array_agg(channel order by channel) as value from (
        select channel from orders where ${toShip} group by channel having count(*) >= 20) found`),
    ).toEqual([...channelKinds].sort());
    expect(await channelsWhere(`${toShip} and ship_by < ${now()}`)).toEqual(withDeadlines);
    expect(
      await one(`select array_agg(channel order by channel) as value from (
        select channel from orders where ${toShip} and ship_by between ${now()} and ${now()} + interval '1 day'
        group by channel having count(*) >= 2) found`),
    ).toEqual(withDeadlines);
  });

  it('has orders to collect, requested cancellations and open returns in each marketplace that supports them', async () => {
    const collected = ['amazon-sg', 'lazada', 'qoo10', 'shopee'];
    expect(
      await channelsWhere("category = 'processing_self_collect' and state = 'staff_to_process'"),
    ).toEqual(collected);
    expect(await channelsWhere("state_reason = 'orders.cancellation_requested'")).toEqual(withDeadlines);
    expect(await channelsWhere("state_reason = 'orders.return_requested'")).toEqual(
      [...channelKinds].filter((channel) => channel !== 'amazon-sg').sort(),
    );
  });

  it('has an order of each marketplace that was printed yesterday', async () => {
    const hour = `${now()} - interval`;
    const printed = `coalesce(print_label_at, print_invoice_at) between ${hour} '25 hours' and ${hour} '23 hours'`;
    expect(await channelsWhere(printed)).toEqual([...channelKinds].sort());
  });

  it('has labels that fail, and orders to ship of buyers with a Chinese and a Thai name', async () => {
    const server = await createTestServer(ctx);
    const token = await openSession(
      ctx,
      await one("select id as value from users where email like 'owner@%'"),
    );
    const stores = '/api/stores/demo-store';
    const waiting = await one<{ channel: string; reference: string }[]>(
      `select json_agg(json_build_object('channel', channel, 'reference', reference_number)) as value from (
        select distinct on (channel) channel, reference_number from orders
        where state = 'staff_to_process' and marketplace_raw_state <> 'packed'
        order by channel, category, id) unpacked`,
    );
    const failed: string[] = [];
    for (const { channel, reference } of waiting) {
      const call = `${stores}/orders/${encodeURIComponent(reference)}/get_shipping_label.json`;
      const { status, body } = await server.call('GET', call, { token });
      if (status === 422 && 'order' in fieldErrors.parse(body).errors) failed.push(channel);
    }
    expect(failed).toEqual([...channelKinds].sort());
    for (const name of ['陳美玲', 'ใจดี']) {
      const search = `q[reference_number_cont]=${encodeURIComponent(name)}`;
      const { body } = await server.call('GET', `${stores}/orders.json?scope=staff_to_process&${search}`, {
        token,
      });
      const found = listOrders.reply.parse(body).orders.map(({ marketplace }) => marketplace.channel);
      // The other channels mask buyers' names.
      expect(found).toEqual(expect.arrayContaining(['qoo10', 'shopify', 'tokopedia']));
    }
    await server.close();
  });

  it('has a subscription with figures of the previous months', async () => {
    expect(await one('select stripe_subscription_id as value from stores')).toMatch(/^sub_/);
    expect(await one('select count(*) as value from monthly_subscription_infos')).toBe(4);
  });

  it('shows a listing out of sync and, once pushes may be sent, one that a marketplace refuses', async () => {
    expect(await one('select count(*) as value from variants where is_out_of_sync')).toBeGreaterThan(0);
    const wanted = ['campaign_holds_more', 'rejected'];
    let flags: string[] = [];
    for (let minute = 0; minute < 5 && !wanted.every((flag) => flags.includes(flag)); minute += 1) {
      ctx.clock.advance(60_000);
      await ctx.tick();
      await ctx.settle();
      flags = await one(
        `select coalesce(array_agg(distinct flag), '{}') as value from listing_stocks where flag is not null`,
      );
    }
    expect(flags).toEqual(expect.arrayContaining(wanted));
  });

  it('has every order of the last days, equal to the counts of its marketplaces', async () => {
    expect(
      await one(`select array_agg(distinct m.channel order by m.channel) as value
        from order_days d join marketplaces m on m.id = d.marketplace_id where d.theirs = d.ours and d.missing = 0`),
    ).toEqual([...channelKinds].sort());
    expect(await one('select count(*) as value from order_days where missing > 0')).toBe(0);
  });

  it('explains the quantity of every listing: its parts add up to it', async () => {
    const { broken, listings, terms } = await addUpExplanations(
      ctx,
      await one('select id as value from stores'),
    );
    expect(broken).toEqual([]);
    expect(listings).toBe(
      await one(`select count(*) as value from variant_listings l join listing_stocks s on s.variant_listing_id = l.id
        where l.deleted_at is null and s.counted_from is not null`),
    );
    expect([...terms]).toContain('campaign');
  });

  it('has exported its products and imported a sheet', async () => {
    await ctx.runJobs();
    const work = "kind in ('variant.export', 'variant.mass_update')";
    expect(
      await one(`select json_agg(json_build_array(kind, state, done, failed) order by kind) as value
        from operations where ${work}`),
    ).toEqual([
      ['variant.export', 'done', expect.any(Number), 0],
      ['variant.mass_update', 'done', 2, 0],
    ]);
  });
});
