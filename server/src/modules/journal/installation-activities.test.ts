import {
  deleteActivity,
  listInstallationActivities,
  showInstallationActivity,
} from '@evenstock/contract/journal/activity-log';
import type { ActivityKey, RecipientType } from '@evenstock/contract/kinds/activities';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { addPopulatedStore, addUser, openSession } from '../../testing/world.ts';
import { recordActivity } from './record-activity.ts';

/* Activities outside of any store: of accounts, announcements and dead letters. */

const DAY = 24 * 60 * 60_000;

let ctx: TestContext;
let server: TestServer;
let admin: { readonly id: number; readonly email: string; readonly token: string };
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
let people = 0;
beforeEach(async () => {
  // Each test has its own time, so the list holds none of another's.
  ctx.clock.advance(30 * DAY);
  people += 1;
  const email = `admin-${String(people)}@journal.test`;
  const id = await addUser(ctx, 'admin', email);
  admin = { id, email, token: await openSession(ctx, id) };
});

interface Done {
  readonly key: ActivityKey;
  readonly by?: number | null;
  readonly to: readonly [type: RecipientType, id: number];
  readonly storeId?: number;
  readonly ago?: number;
}

const note = ({ key, by = admin.id, to: [type, id], storeId, ago = 0 }: Done): Promise<void> =>
  inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: storeId ?? null,
      key,
      actor: by === null ? { type: 'System', id: null } : { type: 'User', id: by },
      recipient: { type, id },
      at: new Date(ctx.clock.now().getTime() - ago),
    }),
  );

async function list(query: Readonly<Record<string, string>> = {}) {
  const path = `/api/admin/activities.json?${new URLSearchParams(query).toString()}`;
  const answer = await server.call('GET', path, { token: admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listInstallationActivities.reply.parse(answer.body);
}
const keys = async (query?: Readonly<Record<string, string>>) =>
  (await list(query)).activities.map(({ key }) => key);
const show = (id: number) =>
  server.call('GET', `/api/admin/activities/${String(id)}.json`, { token: admin.token });

async function announce(title: string): Promise<number> {
  const created_at = ctx.clock.now();
  const row = ctx.db.insertInto('announcements').values({ title, content: 'Soon', created_at });
  return (await row.returning('id').executeTakeFirstOrThrow()).id;
}

it('are listed with names, newest first, and none of a store is among them', async () => {
  const store = await addPopulatedStore(ctx);
  await note({ key: 'store.update', to: ['User', admin.id], storeId: store.id });
  await note({ key: 'user.change_password', to: ['User', admin.id], ago: 1000 });
  await note({ key: 'announcement.create', to: ['Announcement', await announce('Maintenance')] });
  expect(await list()).toMatchObject({
    total_count: 2,
    activities: [
      {
        key: 'announcement.create',
        actor: { type: 'User', trackable_name: admin.email, store_id: null },
        recipient: { type: 'Announcement', name: 'Maintenance' },
      },
      { key: 'user.change_password', recipient: { type: 'User', id: admin.id, name: admin.email } },
    ],
  });
});

it('an account that was deleted is nobody’s name any more', async () => {
  const left = await addUser(ctx, 'member', 'left@journal.test');
  await note({ key: 'user.delete', by: null, to: ['User', left] });
  await ctx.db.updateTable('users').set({ deleted_at: ctx.clock.now() }).where('id', '=', left).execute();
  expect((await list()).activities).toMatchObject([{ recipient: { id: left, name: null } }]);
});

it.each([
  [{ 'q[key]': 'dead_letter.resolve' }, ['dead_letter.resolve']],
  [{ 'q[actor_type]': 'System' }, ['user.expire_password']],
  [{ recipient: 'Announcement' }, ['announcement.create']],
  [{ 'q[text]': 'maint' }, ['announcement.create']],
  [{ 'q[text]': 'stranger' }, ['user.expire_password']],
  [{ 'q[text]': 'admin-' }, ['announcement.create', 'dead_letter.resolve']],
  [{ 'q[text]': '100%' }, []],
])('are filtered by %o', async (query, expected) => {
  const stranger = await addUser(ctx, 'member', `stranger-${String(people)}@journal.test`);
  await note({ key: 'user.expire_password', by: null, to: ['User', stranger], ago: 3000 });
  await note({ key: 'dead_letter.resolve', to: ['DeadLetter', 7], ago: 2000 });
  await note({ key: 'announcement.create', to: ['Announcement', await announce('Maintenance')] });
  expect(await keys(query)).toEqual(expected);
});

it('are since yesterday unless asked otherwise; those of one record are of any age', async () => {
  await note({ key: 'user.register', to: ['User', admin.id], ago: 20 * DAY });
  expect(await keys()).toEqual([]);
  expect(await keys({ recipient: `User:${String(admin.id)}` })).toEqual(['user.register']);
  const from = new Date(ctx.clock.now().getTime() - 25 * DAY).toISOString().slice(0, 10);
  expect(await keys({ 'q[created_at_dategteq]': from })).toEqual(['user.register']);
});

it('are hidden by a deletion, which is an entry beside them', async () => {
  const store = await addPopulatedStore(ctx);
  await note({ key: 'user.change_password', to: ['User', admin.id] });
  const [{ id } = { id: 0 }] = (await list()).activities;
  expect(showInstallationActivity.reply.parse((await show(id)).body).activity).toMatchObject({
    description: `Password changed: ${admin.email}`,
  });
  // A store's own address does not know it.
  const inStore = `/api/stores/${store.slug}/activities/${String(id)}.json`;
  expect(await server.call('GET', inStore, { token: admin.token })).toMatchObject({ status: 404 });
  const path = `/api/activities/${String(id)}.json`;
  expect(await server.call(deleteActivity.method, path, { token: admin.token })).toMatchObject({
    status: 200,
  });
  expect(await keys()).toEqual(['activity.delete']);
  expect(await show(id)).toMatchObject({ status: 404 });
});

it('an activity of a store is not shown', async () => {
  const store = await addPopulatedStore(ctx);
  await note({ key: 'store.update', to: ['User', admin.id], storeId: store.id });
  const { id } = await ctx.db
    .selectFrom('activities')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  expect(await show(id)).toMatchObject({ status: 404 });
});
