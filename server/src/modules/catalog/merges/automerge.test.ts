import { automergePreview } from '@evenstock/contract/catalog/merges';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { recordedChanges } from '../../../testing/recorded-changes.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { operations } from '../../../wiring.ts';
import { runOperation } from '../../operations/run-operation.ts';

let market: Market;
let server: TestServer;
let token: string;
let path: string;

beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'lazada'], skus: { CAP: 1, MUG: 4, TEE: 10 } });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx, 'member', 'who-asked@shop.test');
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  return async () => {
    await server.close();
    await market.close();
  };
});

/** Starts merging. @returns the operation's id */
async function start(): Promise<number> {
  const answer = await server.call('POST', `${path}/variants/automerge.json`, { token, body: {} });
  expect(answer.status).toBe(200);
  return (await lastRun())?.id ?? 0;
}

async function lastRun() {
  const { body } = await server.call('GET', `${path}/variants/automerge_preview.json`, { token });
  return automergePreview.parse(body).last_run;
}

async function rowsOf(id: number) {
  const { body } = await server.call('GET', `${path}/operations/${String(id)}.json`, { token });
  return showOperation.reply.parse(body).rows.map(({ key, state }) => `${key} ${state}`);
}

/** Makes merges of one code fail at the database for a while. */
async function breakMergesOf(sku: string): Promise<void> {
  await sql`
    create function refuse_merge() returns trigger language plpgsql as $$
    begin
      if (select v.sku from variants v where v.id = new.variant_id) = ${sql.lit(sku)} then raise 'broken'; end if;
      return new;
    end $$`.execute(market.ctx.db);
  await sql`create trigger refuse_merge before insert on variant_merges for each row execute function refuse_merge()`.execute(
    market.ctx.db,
  );
}
const mendMerges = () => sql`drop trigger refuse_merge on variant_merges`.execute(market.ctx.db);

async function mergesOf(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from variant_merges`.execute(
    market.ctx.db,
  );
  return rows[0]?.count ?? 0;
}

describe('automatic merging', () => {
  it('records a group that cannot be merged as failed, and its retry takes that group alone', async () => {
    await breakMergesOf('MUG');
    const id = await start();
    for (let tries = 0; tries < 5; tries += 1) {
      await market.ctx.runJobs({ allowFailures: true });
      market.clock.advance(120_000);
    }
    expect(await rowsOf(id)).toEqual(['MUG failed', 'CAP done', 'TEE done']);
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      done: 2,
      failed: 1,
      error: expect.stringContaining('1 of the groups could not be merged') as unknown,
      error_messages: [{ code: 'catalog.groups_not_merged', values: { failed: 1 } }],
    });
    expect(market.ctx.mails.at(-1)?.text).toContain('1 could not be merged');

    await mendMerges();
    const retried = await server.call('POST', `${path}/operations/${String(id)}/retry.json`, {
      token,
      body: {},
    });
    const again = retryOperation.reply.parse(retried.body).operation.id;
    await market.ctx.runJobs();
    expect(await rowsOf(again)).toEqual(['MUG done']);
    expect(await lastRun()).toMatchObject({ id: again, state: 'done', total: 1, done: 1, error: null });
  });

  it('changes quantities alone: names and prices stay as they are at each marketplace', async () => {
    const listings = () =>
      market.shops.flatMap(({ channel, shop }) => market.sandbox.control.listings(channel, shop));
    const offers = () =>
      listings().map(({ sku, name, price, special_price }) => [sku, name, price, special_price]);
    const before = offers();
    await start();
    await market.ctx.runJobs();
    const { id } = await market.ctx.db
      .selectFrom('variants')
      .select('id')
      .where('sku', '=', 'TEE')
      .where('merged_into_id', 'is', null)
      .executeTakeFirstOrThrow();
    const body = { variant: { adjustment: 3 } };
    await server.call('PATCH', `${path}/variants/${String(id)}.json`, { token, body });
    await market.ctx.runJobs();
    expect(listings().flatMap(({ sku, quantity }) => (sku === 'TEE' ? [quantity] : []))).toEqual([13, 13]);
    expect(offers()).toEqual(before);
  });

  it('resumes where a killed worker stopped: no group is merged twice', async () => {
    const id = await start();
    // A worker dies while it holds the lease, after the first group.
    await sql`update operations set params = params || '{"skus": ["CAP"]}' where id = ${id}`.execute(
      market.ctx.db,
    );
    await runOperation(market.ctx, operations, id);
    await sql`
      update operations set params = params || '{"skus": null}', state = 'running', finished_at = null,
        cursor = '{"after": "CAP"}', lease_token = gen_random_uuid(), lease_until = ${new Date(market.clock.now().getTime() + 60_000)}
      where id = ${id}`.execute(market.ctx.db);
    await market.ctx.runJobs();
    expect(await lastRun()).toMatchObject({ state: 'running', done: 1 });
    market.clock.advance(62_000);
    await market.ctx.runJobs();
    expect(await lastRun()).toMatchObject({ id, state: 'done', total: 3, done: 3 });
    expect(await mergesOf()).toBe(3);
  });

  it('records the quantity and the SKUs of each merge, before and after', async () => {
    const [mug, otherMug] = await market.ctx.db
      .selectFrom('variants')
      .select('id')
      .where('sku', '=', 'MUG')
      .orderBy('id')
      .execute();
    const other = `${path}/variants/${String(otherMug?.id)}.json`;
    await server.call('PATCH', other, { token, body: { variant: { adjustment: 3 } } });
    const body = { is_using_highest_qty: true };
    await server.call('POST', `${path}/variants/automerge.json`, { token, body });
    await market.ctx.runJobs();
    const { rows: merges } = await sql<{ survivor: number; merged: number[] }>`
      select s.id as survivor, array_agg(v.id::int order by v.id) as merged
      from variants s join variants v on v.id = s.id or v.merged_into_id = s.id
      where s.merged_into_id is null group by s.id order by s.sku`.execute(market.ctx.db);
    expect(merges.map(({ merged }) => merged.length)).toEqual([2, 2, 2]);
    expect(await recordedChanges(market.ctx, 'variant.merge')).toEqual(
      merges.map(({ survivor, merged }) => ({
        ...(survivor === mug?.id ? { quantity: [4, 7] } : {}),
        variant_ids: [merged, [survivor]],
      })),
    );
  });

  it('is joined by a second request', async () => {
    expect(await start()).toBe(await start());
  });

  it('ends when it is cancelled, without a mail', async () => {
    const id = await start();
    await server.call('POST', `${path}/operations/${String(id)}/cancel.json`, { token, body: {} });
    await market.ctx.runJobs();
    expect(await lastRun()).toMatchObject({ state: 'cancelled', done: 0 });
    expect(market.ctx.mails).toEqual([]);
  });
});
