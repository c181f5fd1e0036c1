import { createSavedView, listSavedViews, savedViewLimits } from '@evenstock/contract/stores/saved-views';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
const tokens = { ann: '', ben: '' };
let ben: number;

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const ann = await addUser(ctx);
  ben = await addUser(ctx);
  for (const member of [ann, ben]) await addMember(ctx, store.id, member, 'member');
  tokens.ann = await openSession(ctx, ann);
  tokens.ben = await openSession(ctx, ben);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const path = (id?: number) =>
  `/api/stores/${store.slug}/saved_views${id === undefined ? '' : `/${String(id)}`}.json`;
const save = async (name: string, { token = tokens.ann, list = 'products', address = '' } = {}) =>
  server.call('POST', path(), { token, body: { saved_view: { list, name, address } } });
const saved = async (name: string) => createSavedView.reply.parse((await save(name)).body).saved_view;
const names = async (token = tokens.ann) =>
  listSavedViews.reply
    .parse((await server.call('GET', path(), { token })).body)
    .saved_views.map(({ name }) => name);

it('are kept by name for one member in one store, renamed, moved and deleted', async () => {
  const address = 'filter_status=no_stock&is_pinned_eq=true';
  const first = await save('Reorder', { address });
  expect(first.body).toMatchObject({ saved_view: { list: 'products', name: 'Reorder', address } });
  const { id } = await saved('apples');
  expect(await names()).toEqual(['apples', 'Reorder']);
  expect(await names(tokens.ben)).toEqual([]);

  const change = { saved_view: { name: 'Pears', address: 'filter_status=live' } };
  const changed = await server.call('PATCH', path(id), { token: tokens.ann, body: change });
  expect(changed.body).toMatchObject({ saved_view: { id, ...change.saved_view } });
  for (const method of ['PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { body: change } : {};
    const others = await server.call(method, path(id), { token: tokens.ben, ...body });
    expect(others.status).toBe(404);
  }
  expect((await server.call('DELETE', path(id), { token: tokens.ann })).status).toBe(200);
  expect((await server.call('DELETE', path(id), { token: tokens.ann })).status).toBe(404);
  expect(await names()).toEqual(['Reorder']);
});

it('of orders keep no search, by which a buyer may be named', async () => {
  const address = 'tab=all&reference_number_cont=Tan+Wei+Ming&marketplace_id_eq=3';
  const kept = 'tab=all&marketplace_id_eq=3';
  const made = await save('Tan', { list: 'orders', address });
  expect(made.body).toMatchObject({ saved_view: { address: kept } });
  const { id } = createSavedView.reply.parse(made.body).saved_view;
  const moved = await server.call('PATCH', path(id), {
    token: tokens.ann,
    body: { saved_view: { address } },
  });
  expect(moved.body).toMatchObject({ saved_view: { address: kept } });
  await server.call('DELETE', path(id), { token: tokens.ann });
});

it('have names of their own in each list, whatever their case, also when saved at the same time', async () => {
  const both = await Promise.all([save('Mine'), save('MINE')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.body).toMatchObject({
    errors: { name: ['You have a view of this name already. Choose another name'] },
  });
  expect((await save('Mine', { list: 'orders' })).status).toBe(200);
  expect((await save('Mine', { token: tokens.ben })).status).toBe(200);
  const { id } = await saved('Yours');
  const renamed = await server.call('PATCH', path(id), {
    token: tokens.ann,
    body: { saved_view: { name: 'mine' } },
  });
  expect(renamed.status).toBe(422);
  expect((await save(' ')).body).toMatchObject({ errors: { name: ['Name the view'] } });
  expect((await save('Other', { list: 'members' })).status).toBe(422);
});

it('are limited in number, and deleted when their member leaves', async () => {
  const token = tokens.ben;
  const before = (await names(token)).length;
  for (let place = before; place < savedViewLimits.views - 1; place += 1) {
    expect((await save(`View ${String(place)}`, { token })).status).toBe(200);
  }
  // Of several that are saved at once, one takes the last place.
  const last = await Promise.all(['one', 'two', 'three'].map((name) => save(`Last ${name}`, { token })));
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  expect(await names(token)).toHaveLength(savedViewLimits.views);
  expect((await save('One more', { token })).body).toMatchObject({
    errors: { name: ['You have 50 views of this list. Delete one first'] },
  });
  await server.call('DELETE', `/api/stores/${store.slug}/leave.json`, { token });
  const left = ctx.db.selectFrom('saved_views').select('id').where('user_id', '=', ben);
  expect(await left.execute()).toEqual([]);
});
