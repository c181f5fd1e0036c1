import { deleteActivity, listActivities, showActivity } from '@evenstock/contract/journal/activity-log';
import { activityKeys, type ActivityKey, type RecipientType } from '@evenstock/contract/kinds/activities';
import type { StoreRole, UserRole } from '@evenstock/contract/accounts/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { recordActivity } from './record-activity.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  store = await addPopulatedStore(ctx);
  owner = await join('owner');
});

let people = 0;
async function addPerson(role: UserRole): Promise<Person> {
  people += 1;
  const email = `person-${String(people)}@journal.test`;
  const id = await addUser(ctx, role, email);
  return { id, email, token: await openSession(ctx, id) };
}

async function join(role: StoreRole): Promise<Person> {
  const person = await addPerson('member');
  await addMember(ctx, store.id, person.id, role);
  return person;
}

interface Done {
  readonly key?: ActivityKey;
  readonly by?: Person | null;
  readonly to?: readonly [type: RecipientType, id: number] | null;
  readonly ago?: number;
  readonly extras?: Readonly<Record<string, string | number | boolean>>;
}

async function note({
  key = 'order.sync',
  by = owner,
  to = null,
  ago = 0,
  extras = {},
}: Done): Promise<void> {
  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: store.id,
      key,
      actor: by === null ? { type: 'System', id: null } : { type: 'User', id: by.id },
      recipient: to === null ? null : { type: to[0], id: to[1] },
      extras,
      at: new Date(ctx.clock.now().getTime() - ago),
    }),
  );
}

type Query = Readonly<Record<string, string>>;
async function list(query: Query = {}, { path = '', by = owner }: { path?: string; by?: Person } = {}) {
  const search = new URLSearchParams(query).toString();
  const answer = await server.call('GET', `/api/stores/${store.slug}${path}/activities.json?${search}`, {
    token: by.token,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listActivities.reply.parse(answer.body);
}
const keys = async (...args: Parameters<typeof list>) =>
  (await list(...args)).activities.map(({ key }) => key);

it('shows who did what to what, with the changes, and nothing of the buyer', async () => {
  const orderId = await idOfOrder();
  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'variant.update',
      actor: { type: 'User', id: owner.id },
      recipient: { type: 'Variant', id: store.variantId },
      before: { name: 'Red', disable_restock: false },
      after: { name: 'Crimson', disable_restock: true },
      at: ctx.clock.now(),
    }),
  );
  await note({
    key: 'order.ship',
    to: ['Order', orderId],
    extras: { action_id: 7, count: 2, reason: 'None' },
  });
  const { activities } = await list();
  expect(activities).toMatchObject([
    {
      key: 'order.ship',
      description: `Order shipped: ${store.referenceNumber}`,
      label: { code: 'activities.order_ship', values: {} },
      owner: { id: owner.id, email: owner.email },
      actor: {
        id: owner.id,
        type: 'User',
        trackable_name: owner.email,
        user_email: owner.email,
        store_id: store.id,
        store_name: store.slug,
        store_slug: store.slug,
      },
      recipient: { type: 'Order', id: orderId, name: store.referenceNumber },
      actor_changes: [],
      extras: [
        { key: 'count', value: '2', category: 'count' },
        { key: 'reason', value: 'None', category: 'fact' },
        { key: 'action_id', value: '7', category: 'record' },
      ],
      session: null,
      link_params: { referenceNumber: store.referenceNumber },
    },
    {
      description: 'SKU changed: Mug Red',
      actor_changes: [
        { key: 'name', value: 'Red → Crimson', before: 'Red', after: 'Crimson' },
        { key: 'disable_restock', value: 'false → true', before: false, after: true },
      ],
      link_params: { productSlug: 'mug', variantId: 'mug-red' },
    },
  ]);
});

const idOfOrder = async (): Promise<number> =>
  (await ctx.db.selectFrom('orders').select('id').where('store_id', '=', store.id).executeTakeFirstOrThrow())
    .id;

describe('the list of a store', () => {
  it('is since yesterday unless asked otherwise, newest first', async () => {
    await note({ key: 'store.update', ago: 3 * DAY });
    await note({ key: 'order.sync', ago: 20 * HOUR });
    await note({ key: 'order.ship' });
    expect(await keys()).toEqual(['order.ship', 'order.sync']);
    const from = new Date(ctx.clock.now().getTime() - 4 * DAY).toISOString().slice(0, 10);
    expect(await keys({ 'q[created_at_dategteq]': from })).toEqual([
      'order.ship',
      'order.sync',
      'store.update',
    ]);
    expect(await keys({ 'q[created_at_dategteq]': from, 'q[s]': 'created_at asc', per_page: '2' })).toEqual([
      'store.update',
      'order.sync',
    ]);
    expect(await list({ 'q[created_at_dategteq]': from, per_page: '2', page: '2' })).toMatchObject({
      activities: [{ key: 'store.update' }],
      total_count: 3,
      page: 2,
    });
  });

  it('ends with a day that is given, and starts the day before it', async () => {
    await note({ key: 'store.update', ago: 4 * DAY });
    await note({ key: 'order.sync', ago: 3 * DAY });
    const to = new Date(ctx.clock.now().getTime() - 3 * DAY).toISOString().slice(0, 10);
    expect(await keys({ 'q[created_at_datelteq]': to })).toEqual(['order.sync', 'store.update']);
  });

  it.each([
    [{ 'q[key]': 'order.ship' }, ['order.ship']],
    [{ 'q[actor_type]': 'System' }, ['marketplace.expire']],
    [{ recipient: 'Order' }, ['order.ship']],
    [{ 'q[recipient]': 'Marketplace' }, ['marketplace.expire']],
    [{ 'q[text]': 'mug' }, ['variant.update']],
    [{ 'q[text]': 'N-STORE' }, ['order.ship']],
    [{ 'q[text]': 'person' }, ['store.update', 'order.ship', 'variant.update']],
    [{ 'q[text]': 'shop' }, ['marketplace.expire']],
    [{ 'q[text]': '100%' }, []],
  ])('is filtered by %o', async (query, expected) => {
    await note({ key: 'variant.update', to: ['Variant', store.variantId] });
    await note({ key: 'marketplace.expire', by: null, to: ['Marketplace', store.marketplaceId] });
    await note({ key: 'order.ship', to: ['Order', await idOfOrder()] });
    await note({ key: 'store.update' });
    expect(await keys(query)).toEqual(expected);
  });

  it('takes no key, type or record that does not exist', async () => {
    for (const query of [
      'q[key]=order.eat',
      'q[actor_type]=Buyer',
      'recipient=Buyer:1',
      'recipient=Order:0',
    ]) {
      const path = `/api/stores/${store.slug}/activities.json?${query}`;
      expect(await server.call('GET', path, { token: owner.token })).toMatchObject({ status: 422 });
    }
  });

  it('covers three months, further for platform admins and for one record', async () => {
    const orderId = await idOfOrder();
    await note({ key: 'order.ship', to: ['Order', orderId], ago: 200 * DAY });
    const from = new Date(ctx.clock.now().getTime() - 210 * DAY).toISOString().slice(0, 10);
    const path = `/api/stores/${store.slug}/activities.json?q[created_at_dategteq]=${from}`;
    const refused = await server.call('GET', path, { token: owner.token });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { created_at_dategteq: [expect.any(String)] } },
    });
    const admin = await addPerson('admin');
    expect(await keys({ 'q[created_at_dategteq]': from }, { by: admin })).toEqual(['order.ship']);
    expect(await keys({ recipient: `Order:${String(orderId)}` })).toEqual(['order.ship']);
  });

  it('has nothing of another store, not even by a record of it', async () => {
    await note({ key: 'order.ship', to: ['Order', await idOfOrder()] });
    const first = await idOfOrder();
    store = await addPopulatedStore(ctx);
    const stranger = await join('owner');
    expect(await keys({ recipient: `Order:${String(first)}` }, { by: stranger })).toEqual([]);
  });
});

describe('a record has its own list, of any age', () => {
  it('a product with its SKUs and listings; a SKU with its listings and the SKUs that were merged into it', async () => {
    const merged = await mergedAway();
    await note({
      key: 'product_listing.boost',
      to: ['ProductListing', store.productListingId],
      ago: 300 * DAY,
    });
    await note({ key: 'variant.update', to: ['Variant', store.variantId], ago: 20 * DAY });
    await note({ key: 'variant_listing.unmerge', to: ['VariantListing', store.variantListingId] });
    await note({ key: 'variant.count', to: ['Variant', merged] });
    await note({ key: 'order.ship', to: ['Order', await idOfOrder()] });
    const all = ['variant.count', 'variant_listing.unmerge', 'variant.update', 'product_listing.boost'];
    expect(await keys({}, { path: '/products/mug' })).toEqual(all);
    expect(await keys({}, { path: `/variants/${String(store.variantId)}` })).toEqual(all.slice(0, 3));
    expect(await keys({ recipient: `Product:${String(store.productId)}` })).toEqual(all);
    expect(await keys({}, { path: `/orders/${store.referenceNumber}` })).toEqual(['order.ship']);
  });

  it.each(['/products/hat', '/variants/hat', '/orders/hat'])('is not found: %s', async (path) => {
    const answer = await server.call('GET', `/api/stores/${store.slug}${path}/activities.json`, {
      token: owner.token,
    });
    expect(answer.status).toBe(404);
  });
});

async function mergedAway(): Promise<number> {
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto('variants')
    .values({
      store_id: store.id,
      product_id: store.productId,
      slug: 'mug-blue',
      name: 'Blue',
      full_product_name: 'Mug Blue',
      merged_into_id: store.variantId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('deleting', () => {
  const remove = (id: number, by: Person) =>
    server.call(deleteActivity.method, `/api/activities/${String(id)}.json`, { token: by.token });

  it('hides the entry, and is one itself; the row stays', async () => {
    await note({ key: 'order.ship' });
    const [{ id } = { id: 0 }] = (await list()).activities;
    const admin = await addPerson('admin');
    expect(await remove(id, owner)).toMatchObject({ status: 403 });
    expect(await remove(id, admin)).toMatchObject({ status: 200 });
    expect(await list()).toMatchObject({
      total_count: 1,
      activities: [{ key: 'activity.delete', owner: { id: admin.id }, recipient: { type: 'Activity', id } }],
    });
    const shown = await server.call('GET', `/api/stores/${store.slug}/activities/${String(id)}.json`, {
      token: owner.token,
    });
    expect(shown.status).toBe(404);
    expect(await ctx.db.selectFrom('activities').select('key').where('id', '=', id).execute()).toEqual([
      { key: 'order.ship' },
    ]);
    expect(await remove(id, admin)).toMatchObject({ status: 404 });
  });

  it('happens once, however many request it at once', async () => {
    await note({ key: 'order.ship' });
    const [{ id } = { id: 0 }] = (await list()).activities;
    const admin = await addPerson('developer');
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id, admin)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await keys()).toEqual(['activity.delete']);
  });
});

it('one activity is shown in its store alone', async () => {
  await note({ key: 'store.update' });
  const [{ id } = { id: 0 }] = (await list()).activities;
  const path = (slug: string) => `/api/stores/${slug}/activities/${String(id)}.json`;
  const shown = await server.call('GET', path(store.slug), { token: owner.token });
  expect(showActivity.reply.parse(shown.body).activity).toMatchObject({
    id,
    description: 'Store settings changed',
  });
  store = await addPopulatedStore(ctx);
  const stranger = await join('owner');
  expect(await server.call('GET', path(store.slug), { token: stranger.token })).toMatchObject({
    status: 404,
  });
});

it('an account that was deleted is nobody’s name any more', async () => {
  const left = await join('member');
  await note({ by: left });
  await ctx.db.updateTable('users').set({ deleted_at: ctx.clock.now() }).where('id', '=', left.id).execute();
  expect((await list()).activities).toMatchObject([
    { owner: null, actor: { id: left.id, trackable_name: null, user_email: null } },
  ]);
});

it('every key can be filtered by', async () => {
  for (const key of activityKeys) expect(await keys({ 'q[key]': key })).toEqual([]);
});
