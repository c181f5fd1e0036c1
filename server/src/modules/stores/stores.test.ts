import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { announceBanner } from './announcements/announce-banner.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { recordedChanges } from '../../testing/recorded-changes.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let owner: string;
let stranger: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  owner = await server.signIn('owner@shop.test');
  stranger = await server.signIn('stranger@shop.test');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const created = z.object({ store: z.object({ id: z.number(), slug: z.string() }) });

async function createStore(token: string, name: string): Promise<{ id: number; slug: string }> {
  const answer = await server.call('POST', '/api/stores.json', {
    token,
    body: { store: { name, country: 'sg' } },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return created.parse(answer.body).store;
}

it('a new store belongs to its creator, with Inventory Sync off', async () => {
  const { slug } = await createStore(owner, 'Kopi & Toast');
  expect(slug).toBe('kopi-toast');
  const shown = await server.call('GET', `/api/stores/${slug}.json`, { token: owner });
  expect(shown.body).toMatchObject({
    store: {
      name: 'Kopi & Toast',
      country: 'sg',
      time_zone: 'Asia/Singapore',
      can_sync_quantity: false,
      send_email_notifications: true,
      send_stock_error: false,
      marketplaces: [],
      marketplaces_count: 0,
      total_merged_count: 0,
      console_subscription_tier: null,
      stripe_subscription_id: null,
    },
    store_profile: { role: 'owner', owner: true },
    banner_announcement: null,
  });
  expect(shown.body).toHaveProperty('abilities', expect.arrayContaining(['store.edit', 'order.work']));
});

it('stores of one name get slugs of their own, also at the same moment, and a slug never looks like an id', async () => {
  const stores = await Promise.all(Array.from({ length: 5 }, () => createStore(owner, '2026')));
  expect(new Set(stores.map(({ slug }) => slug)).size).toBe(5);
  for (const { slug } of stores) expect(slug).toMatch(/^store-2026(-\d)?$/);
});

it('lists the caller’s own stores, oldest first', async () => {
  await createStore(stranger, 'Other Shop');
  const mine = await server.call('GET', '/api/store_profiles.json?q[s]=created_at+asc&per_page=2', {
    token: owner,
  });
  expect(mine.body).toMatchObject({
    page: 1,
    per_page: 2,
    store_profiles: [{ store: { slug: 'kopi-toast' }, owner: true }, {}],
  });
  const theirs = await server.call('GET', '/api/store_profiles', { token: stranger });
  expect(theirs.body).toMatchObject({ total_count: 1, store_profiles: [{ store: { slug: 'other-shop' } }] });
});

it('a stranger’s store and a deleted one are not there; by id as by slug', async () => {
  const { id, slug } = await createStore(owner, 'Closing Down');
  expect((await server.call('GET', `/api/stores/${String(id)}.json`, { token: owner })).status).toBe(200);
  for (const address of [slug, String(id), 'no-such-store', '99999999999999999999']) {
    expect(
      (await server.call('GET', `/api/stores/${address}.json`, { token: stranger })).status,
      address,
    ).toBe(404);
  }
  await ctx.db.updateTable('stores').set({ deleted_at: ctx.clock.now() }).where('id', '=', id).execute();
  expect((await server.call('GET', `/api/stores/${slug}.json`, { token: owner })).status).toBe(404);
});

it('only store admins switch Inventory Sync; a member may see it', async () => {
  const { id, slug } = await createStore(owner, 'Switch');
  const member = await server.signIn('member@shop.test');
  const now = ctx.clock.now();
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'member@shop.test')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('store_profiles')
    .values({ store_id: id, user_id: user.id, role: 'member', created_at: now, updated_at: now })
    .execute();

  const body = { store: { can_sync_quantity: true } };
  expect((await server.call('PATCH', `/api/stores/${slug}.json`, { token: member, body })).status).toBe(403);
  expect((await server.call('GET', `/api/stores/${slug}.json`, { token: member })).status).toBe(200);
  expect(await server.call('PATCH', `/api/stores/${slug}.json`, { token: owner, body })).toMatchObject({
    status: 200,
    body,
  });

  const members = await server.call(
    'GET',
    `/api/stores/${slug}/store_profiles.json?q[user_email_cont]=MEMBER`,
    { token: member },
  );
  expect(members.body).toMatchObject({
    total_count: 1,
    store_profiles: [{ role: 'member', user: { email: 'member@shop.test' } }],
  });
});

it('says what is missing from a new store', async () => {
  const answer = await server.call('POST', '/api/stores.json', {
    token: owner,
    body: { store: { name: ' ' } },
  });
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { name: ['Name is required'], country: ['Country is required'] } },
  });
});

it('names an unknown filter and an unknown sort', async () => {
  const filter = await server.call('GET', '/api/store_profiles.json?q[colour]=red', { token: owner });
  expect(filter).toMatchObject({
    status: 422,
    body: { errors: { colour: ['q[colour] is not known here'] } },
  });
  const sort = await server.call('GET', '/api/store_profiles.json?s=colour+asc', { token: owner });
  expect(sort).toMatchObject({ status: 422 });
  expect(JSON.stringify(sort.body)).toContain('colour');
});

it('a page past the end is empty, and a page holds at most a hundred', async () => {
  const answer = await server.call('GET', '/api/store_profiles.json?page=50&per_page=1000', { token: owner });
  expect(answer.body).toMatchObject({ store_profiles: [], page: 50, per_page: 100 });
});

it('page wins over current, q[s] over s, and either is understood alone', async () => {
  const list = async (query: string) =>
    (await server.call('GET', `/api/store_profiles.json?per_page=2&${query}`, { token: owner })).body;
  expect(await list('page=2&current=1')).toMatchObject({ page: 2 });
  expect(await list('current=2')).toMatchObject({ page: 2 });
  const [oldest, newest] = [await list('q[s]=created_at+asc'), await list('s=created_at+desc')];
  expect(newest).not.toEqual(oldest);
  expect(await list('q[s]=created_at+asc&s=created_at+desc')).toEqual(oldest);
});

it('a store named like a word of the API has an address of its own', async () => {
  const { id, slug } = await createStore(owner, 'get_store_name_from_code');
  expect(await server.call('GET', `/api/stores/${slug}.json`, { token: owner })).toMatchObject({
    status: 200,
    body: { store: { id } },
  });
  const word = await server.call('GET', '/api/stores/get_store_name_from_code.json', { token: owner });
  expect(word.body).not.toHaveProperty('store.id');
});

it('a store’s name, country, company and switches change, its address stays', async () => {
  const { slug } = await createStore(owner, 'Before');
  const path = `/api/stores/${slug}.json`;
  const fields = {
    name: 'After',
    country: 'my',
    company_name: 'After Sdn. Bhd.',
    address: null,
    send_email_notifications: false,
    send_stock_error: true,
  };
  const changed = await server.call('PATCH', path, { token: owner, body: { store: fields } });
  expect(changed).toMatchObject({
    status: 200,
    body: { store: { ...fields, slug, time_zone: 'Asia/Kuala_Lumpur', can_sync_quantity: false } },
  });
  const wrong = await server.call('PATCH', path, {
    token: owner,
    body: { store: { name: ' ', country: 'fr' } },
  });
  expect(wrong.body).toMatchObject({
    errors: { name: ['Name is required'], country: ['Country is required'] },
  });
});

it('an activity holds what changed of a store, before and after; what stays as it was is recorded nowhere', async () => {
  const { slug } = await createStore(owner, 'Diary');
  const earlier = await recordedChanges(ctx, 'store.update');
  const change = (store: object) =>
    server.call('PATCH', `/api/stores/${slug}.json`, { token: owner, body: { store } });
  await change({ name: 'Diary', country: 'sg', address: null });
  await change({ name: 'Diary', country: 'my', address: '1 Jalan Kopi', can_sync_quantity: true });
  await change({ can_sync_quantity: true });
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  await Promise.all(names.map((name) => change({ name })));
  const changes = (await recordedChanges(ctx, 'store.update')).slice(earlier.length);
  expect(changes.slice(0, 2)).toEqual([
    { country: ['sg', 'my'], address: [null, '1 Jalan Kopi'] },
    { can_sync_quantity: [false, true] },
  ]);
  const renamed = z.array(z.object({ name: z.tuple([z.string(), z.string()]) })).parse(changes.slice(2));
  expect(renamed.map(({ name }) => name[1]).sort()).toEqual(names.sort());
  // Each begins where the one before it ended.
  const ends = ['Diary', ...renamed.map(({ name }) => name[1])];
  expect(renamed.map(({ name }) => name[0])).toEqual(ends.slice(0, -1));
});

it('shows what is running out once an owner or admin says at how many days', async () => {
  const { id, slug } = await createStore(owner, 'Low');
  const user = await addUser(ctx);
  await addMember(ctx, id, user, 'member');
  const member = await openSession(ctx, user);
  const change = (days: unknown, token = owner) =>
    server.call('PATCH', `/api/stores/${slug}.json`, { token, body: { store: { running_out_days: days } } });
  expect((await change(undefined)).body).toMatchObject({ store: { running_out_days: null } });
  expect((await change(14, member)).status).toBe(403);
  const earlier = await recordedChanges(ctx, 'store.update');
  for (const days of [14, 7, null]) {
    expect((await change(days)).body).toMatchObject({ store: { running_out_days: days } });
  }
  expect((await recordedChanges(ctx, 'store.update')).slice(earlier.length)).toEqual([
    { running_out_days: [null, 14] },
    { running_out_days: [14, 7] },
    { running_out_days: [7, null] },
  ]);
  for (const days of [0, 366, 1.5, 'many']) {
    expect(await change(days)).toMatchObject({
      status: 422,
      body: { errors: { running_out_days: ['Days must be a whole number between 1 and 365'] } },
    });
  }
});

it('only the owner asks everyone for a second factor', async () => {
  const { id, slug } = await createStore(owner, 'Careful');
  const admin = await server.signIn('careful-admin@shop.test');
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'careful-admin@shop.test')
    .executeTakeFirstOrThrow();
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('store_profiles')
    .values({ store_id: id, user_id: user.id, role: 'admin', created_at: now, updated_at: now })
    .execute();
  const body = { store: { requires_second_factor: true } };
  expect((await server.call('PATCH', `/api/stores/${slug}.json`, { token: admin, body })).status).toBe(403);
  expect(await server.call('PATCH', `/api/stores/${slug}.json`, { token: owner, body })).toMatchObject({
    status: 422,
    body: {
      errors: {
        requires_second_factor: [
          'Switch on the second factor of your own account first. You would be shut out.',
        ],
      },
    },
  });
  await ctx.db
    .updateTable('users')
    .set({ second_factor_on_at: now, second_factor_sealed: Buffer.alloc(1) })
    .execute();
  expect((await server.call('PATCH', `/api/stores/${slug}.json`, { token: owner, body })).status).toBe(200);
  await ctx.db.updateTable('users').set({ second_factor_on_at: null, second_factor_sealed: null }).execute();
});

it('shows the newest announcement that has begun and not ended', async () => {
  const { slug } = await createStore(owner, 'Banner');
  const at = (hours: number): Date => new Date(ctx.clock.now().getTime() + hours * 3_600_000);
  await ctx.db
    .insertInto('banner_announcements')
    .values([
      { line_1: 'Old', starts_at: at(-3) },
      { line_1: 'Maintenance tonight', line_2: '22:00 to 23:00', starts_at: at(-2), ends_at: at(2) },
      { line_1: 'Over', starts_at: at(-1), ends_at: at(-0.5) },
      { line_1: 'Not yet', starts_at: at(1) },
    ])
    .execute();
  expect((await server.call('GET', `/api/stores/${slug}.json`, { token: owner })).body).toMatchObject({
    banner_announcement: { line_1: 'Maintenance tonight', line_2: '22:00 to 23:00' },
  });

  await announceBanner(ctx, ['New: refer a friend', '']);
  expect((await server.call('GET', `/api/stores/${slug}.json`, { token: owner })).body).toMatchObject({
    banner_announcement: { line_1: 'New: refer a friend', line_2: '' },
  });
  await announceBanner(ctx, ['', '']);
  expect((await server.call('GET', `/api/stores/${slug}.json`, { token: owner })).body).toMatchObject({
    banner_announcement: null,
  });
});
