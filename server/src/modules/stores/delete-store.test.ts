import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';

const DAY = 86_400_000;

let ctx: TestContext;
let server: TestServer;
let owner: string;
let member: string;
let store: PopulatedStore;
let other: PopulatedStore;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  const ownerId = await addUser(ctx);
  const memberId = await addUser(ctx);
  store = await addPopulatedStore(ctx);
  other = await addPopulatedStore(ctx);
  for (const { id } of [store, other]) {
    await addMember(ctx, id, ownerId, 'owner');
    await addMember(ctx, id, memberId, 'member');
  }
  owner = await openSession(ctx, ownerId);
  member = await openSession(ctx, memberId);
  await ctx.db
    .updateTable('marketplaces')
    .set({ state: 'verified', verified_at: ctx.clock.now() })
    .where('store_id', 'in', [store.id, other.id])
    .execute();
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string, body?: unknown) =>
  server.call(method, `/api/stores/${path}.json`, { token, ...(body === undefined ? {} : { body }) });

/** Rows of a store, table by table. */
async function rowsOf(storeId: number): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'store_id' order by 1`.execute(ctx.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where store_id = ${storeId}`.execute(ctx.db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

it('a deleted store is gone at once for everyone, and its marketplaces stop', async () => {
  await call('POST', `${store.slug}/store_profiles`, owner, {
    store_profile: { email: 'late@shop.test', role: 'member' },
  });
  expect((await call('DELETE', store.slug, member)).status).toBe(403);
  expect(await call('DELETE', store.slug, owner)).toMatchObject({ status: 200, body: {} });
  for (const token of [owner, member]) {
    expect((await call('GET', store.slug, token)).status).toBe(404);
    expect((await call('GET', `${store.slug}/marketplaces`, token)).status).toBe(404);
    const mine = await server.call('GET', '/api/store_profiles.json', { token });
    expect(mine.body).toMatchObject({ total_count: 1 });
  }
  await ctx.runJobs({ allowFailures: true });
  expect(ctx.mails).toEqual([]);
  const states = await ctx.db
    .selectFrom('marketplaces')
    .select(['store_id', 'state'])
    .where('store_id', 'in', [store.id, other.id])
    .orderBy('id')
    .execute();
  expect(states).toEqual([
    { store_id: store.id, state: 'unverified' },
    { store_id: other.id, state: 'verified' },
  ]);
  expect((await call('DELETE', store.slug, owner)).status).toBe(404);
});

/** A file of each kind that a store keeps outside of the database. @returns their keys */
async function keepFiles(storeId: number): Promise<string[]> {
  const at = ctx.clock.now();
  const file = { store_id: storeId, created_at: at, expires_at: new Date(at.getTime() + 90 * DAY) };
  const keys = [ctx.files.newKey(), ctx.files.newKey(), ctx.files.newKey()] as const;
  for (const key of keys) await ctx.files.write(key, Buffer.from('a file'));
  await ctx.db
    .insertInto('print_files')
    .values({ ...file, key: keys[0], order_ids: '[]' })
    .execute();
  await ctx.db
    .insertInto('spreadsheet_files')
    .values({ ...file, key: keys[1] })
    .execute();
  await sql`
    insert into attachments (user_id, type, name, media_type, size, file_key, created_at, store_id, order_id)
    select (select min(id) from users), 'ImageAttachment', 'a.png', 'image/png', 6, ${keys[2]}, ${at}, store_id, id
    from orders where store_id = ${storeId} limit 1`.execute(ctx.db);
  return [...keys];
}

it('its data is kept for 30 days and then purged whole, without another store’s', async () => {
  const purge = async (): Promise<void> => {
    await ctx.tick();
    await ctx.runJobs({ allowFailures: true });
  };
  // Jobs have done what waits for them.
  await purge();
  const kept = await rowsOf(other.id);
  const files = { ofStore: await keepFiles(store.id), ofOther: await keepFiles(other.id) };
  ctx.clock.advance(29 * DAY);
  await purge();
  expect(Object.keys(await rowsOf(store.id))).toEqual(
    expect.arrayContaining(['orders', 'variants', 'marketplaces', 'activities', 'store_profiles']),
  );
  ctx.clock.advance(DAY);
  await purge();
  expect(await rowsOf(store.id)).toEqual({});
  const left = await ctx.db.selectFrom('stores').select('id').where('id', '=', store.id).execute();
  expect(left).toEqual([]);
  for (const key of files.ofStore) expect(await ctx.files.read(key)).toBeNull();
  for (const key of files.ofOther) expect(await ctx.files.read(key)).not.toBeNull();
  expect(Object.keys(await rowsOf(other.id))).toEqual(expect.arrayContaining(Object.keys(kept)));
});

it('what one deletes, only its owner can; a platform admin cannot', async () => {
  const admin = await addUser(ctx);
  await addMember(ctx, other.id, admin, 'admin');
  const platform = await addUser(ctx, 'developer');
  for (const userId of [admin, platform]) {
    expect((await call('DELETE', other.slug, await openSession(ctx, userId))).status).toBe(403);
  }
});

it('removing a row reads no table from end to end: what refers to rows that are many has an index', async () => {
  // Stores and marketplaces are few, and accounts are not removed with a store.
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.confrelid::regclass::text not in ('stores', 'marketplaces', 'users')
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by 1`.execute(ctx.db);
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});
