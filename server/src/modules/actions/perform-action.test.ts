import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { purgeStore } from '../stores/purge.queries.ts';
import { callMarketplace } from '../connections/calls/call-marketplace.ts';
import { showAction } from './list-actions.ts';
import { requestAction } from './request-action.ts';
import { resumeActions } from './resume-actions.ts';

const codes = Array.from({ length: 30 }, (_, index) => `SKU-${String(index)}`);

let market: Market;
let server: TestServer;
let token: string;
/** The items of the shop; each test takes one that nobody has boosted. */
let items: number[];

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee'],
    skus: Object.fromEntries(codes.map((code) => [code, 5])),
  });
  const rows = await market.ctx.db.selectFrom('product_listings').select('id').orderBy('id').execute();
  items = rows.map(({ id }) => id);
  server = await createTestServer(market.ctx);
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.sandbox.control.setFaults([]);
  market.setNetwork(null);
  // A boost ends after four hours: each test begins with none.
  market.clock.advance(5 * 3_600_000);
});

function takeItem(): number {
  const item = items.shift();
  if (item === undefined) throw new Error('Give the shop more items.');
  return item;
}

function request(subjectId: number, performedBy: 'caller' | 'job' = 'caller') {
  const { ctx, storeId, shops } = market;
  return inTransaction(ctx.db, (tx) =>
    requestAction(tx, ctx, {
      storeId,
      marketplaceId: shops[0]?.marketplaceId ?? 0,
      kind: 'listing.boost',
      subjectType: 'ProductListing',
      subjectId,
      exclusiveKey: `boost:${String(subjectId)}`,
      asked: {},
      userId: null,
      performedBy,
    }),
  );
}

const perform = (id: number) => market.ctx.performAction(market.ctx, id);
const show = (id: number) => showAction(market.ctx, market.storeId, id);

/** Boosts that the shop was asked for since it began. */
function boostCalls(): number {
  const { channel, shop } = market.shop('shopee');
  return market.sandbox.control.calls(channel, shop).filter(({ call }) => call.endsWith('boost_item')).length;
}

/** Items that the shop boosts now. */
async function boosted(): Promise<number[]> {
  const { ctx } = market;
  const shown = await callMarketplace(
    ctx,
    market.shop('shopee').marketplaceId,
    'normal',
    async (access, { boosting }) => (await boosting?.boosted(access))?.map(({ itemId }) => itemId) ?? [],
  );
  const { rows } = await sql<{ id: number }>`
    select id from product_listings where channel_item_id = any(${shown}) order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

const actionsPath = () => `/api/stores/${String(market.storeId)}/actions`;

async function needsYou(): Promise<readonly number[]> {
  const listed = await server.call('GET', `${actionsPath()}.json?q[needs_you]=true`, { token });
  return z
    .object({ actions: z.array(z.object({ id: z.number() })) })
    .parse(listed.body)
    .actions.map(({ id }) => id);
}

const dismiss = (id: number) => server.call('POST', `${actionsPath()}/${String(id)}/dismiss.json`, { token });

const tryAgain = (id: number) => server.call('POST', `${actionsPath()}/${String(id)}/retry.json`, { token });

const isBoosted = async (id: number) => {
  const row = await market.ctx.db
    .selectFrom('product_listings')
    .select(['is_boosted', 'last_boosted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { isBoosted: row.is_boosted, at: row.last_boosted_at };
};

describe('an action takes effect once', () => {
  it('done: it is recorded with what follows from it', async () => {
    const item = takeItem();
    const { id } = await request(item);
    expect(await show(id)).toMatchObject({ state: 'waiting', sent_at: null });
    await perform(id);
    const shown = await show(id);
    expect(shown).toMatchObject({ state: 'done', outcome: null, next_at: null, subject: { id: item } });
    expect(shown.subject.path).toMatch(/^\/products\/./);
    expect(await boosted()).toEqual([item]);
    expect(await isBoosted(item)).toEqual({ isBoosted: true, at: new Date(shown.finished_at ?? '') });
  });

  it.each(['error_after_commit', 'truncate', 'slow'] as const)(
    'the answer is lost (%s): it is read back, not sent again',
    async (kind) => {
      const item = takeItem();
      const before = boostCalls();
      market.sandbox.control.setFaults([{ kind, call: 'boost_item', count: 1 }]);
      const { id } = await request(item);
      await perform(id);
      if (kind !== 'slow') expect(await show(id)).toMatchObject({ state: 'unknown' });
      market.clock.advance(3_000);
      await market.ctx.runJobs();
      expect(await show(id)).toMatchObject({ state: 'done' });
      expect(await boosted()).toEqual([item]);
      expect(boostCalls() - before).toBe(1);
    },
  );

  it('the write lands after the time-out: it is still one effect', async () => {
    const item = takeItem();
    const before = boostCalls();
    market.sandbox.control.setFaults([{ kind: 'late_write', call: 'boost_item', count: 1, after: 200 }]);
    const { id } = await request(item);
    await perform(id);
    for (let seconds = 0; seconds < 480; seconds += 30) {
      market.clock.advance(30_000);
      await market.sandbox.runDue();
      await market.ctx.runJobs();
      if (seconds < 120) expect(await show(id)).toMatchObject({ state: 'unknown' });
    }
    expect(await show(id)).toMatchObject({ state: 'done' });
    // As it was sent, and as it landed.
    expect(boostCalls() - before).toBe(2);
    expect(await boosted()).toEqual([item]);
  });

  it('no answer and no effect: it is sent again once the first can no longer land', async () => {
    const item = takeItem();
    const before = boostCalls();
    market.sandbox.control.setFaults([{ kind: 'timeout', call: 'boost_item', count: 1 }]);
    const { id } = await request(item);
    const began = market.clock.now().getTime();
    await perform(id);
    while ((await show(id)).state !== 'done') {
      expect(boostCalls() - before).toBe(1);
      market.clock.advance(20_000);
      await market.ctx.runJobs();
      if (market.clock.now().getTime() - began > 900_000) throw new Error('It was never sent again.');
    }
    expect(market.clock.now().getTime() - began).toBeGreaterThan(300_000);
    expect(boostCalls() - before).toBe(2);
    expect(await boosted()).toEqual([item]);
  });

  it('its worker is killed between the call and the record: it is checked', async () => {
    const item = takeItem();
    const before = boostCalls();
    const { id } = await request(item);
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'The worker is gone.'; end $$`.execute(
      market.ctx.db,
    );
    await sql`
      create trigger die before update of finished_at on marketplace_actions for each row execute function die()`.execute(
      market.ctx.db,
    );
    await expect(perform(id)).rejects.toThrow('The worker is gone.');
    await sql`drop trigger die on marketplace_actions`.execute(market.ctx.db);
    await sql`drop function die`.execute(market.ctx.db);
    expect(await show(id)).toMatchObject({ state: 'sent' });
    // Its lease has not ended: nobody else touches it.
    await perform(id);
    expect(await show(id)).toMatchObject({ state: 'sent' });
    market.clock.advance(120_000);
    await market.ctx.runJobs();
    expect(await show(id)).toMatchObject({ state: 'done' });
    expect(boostCalls() - before).toBe(1);
    expect(await boosted()).toEqual([item]);
  });

  it('throttled: it waits and is sent later', async () => {
    const item = takeItem();
    market.sandbox.control.setFaults([{ kind: 'throttle', call: 'boost_item', count: 1 }]);
    const { id } = await request(item);
    await perform(id);
    expect(await show(id)).toMatchObject({ state: 'waiting', sent_at: null });
    expect(await boosted()).toEqual([]);
    market.clock.advance(600_000);
    await market.ctx.runJobs();
    expect(await show(id)).toMatchObject({ state: 'done' });
  });

  it('the marketplace cannot be reached: nothing was sent, so it waits', async () => {
    const item = takeItem();
    await sql`
      update marketplace_credentials set access_expires_at = ${market.clock.now()}`.execute(market.ctx.db);
    market.setNetwork(() => Promise.reject(new TypeError('fetch failed')));
    const { id } = await request(item, 'job');
    await market.ctx.runJobs();
    expect(await show(id)).toMatchObject({ state: 'waiting', sent_at: null });
    market.setNetwork(null);
    market.clock.advance(120_000);
    await market.ctx.runJobs();
    expect(await show(id)).toMatchObject({ state: 'done' });
  });

  it('two members at once: one row, and the second has joined', async () => {
    const item = takeItem();
    const before = boostCalls();
    const both = await Promise.all([request(item), request(item)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['begun', 'joined']);
    const [first, second] = both.map(({ id }) => id);
    expect(first).toBe(second);
    await Promise.all(both.map(({ id }) => perform(id)));
    await market.ctx.runJobs();
    expect(await show(first ?? 0)).toMatchObject({ state: 'done' });
    expect(boostCalls() - before).toBe(1);
    expect(await request(item)).toMatchObject({ outcome: 'begun' });
  });
});

describe('what needs a person', () => {
  it('refused: the reason is kept until it is dismissed, or done', async () => {
    const most = Array.from({ length: 6 }, takeItem);
    const ids: number[] = [];
    for (const item of most) {
      const { id } = await request(item);
      ids.push(id);
      await perform(id);
    }
    const sixth = ids.at(-1) ?? 0;
    expect(await show(sixth)).toMatchObject({
      state: 'refused',
      outcome: {
        code: 'boost_full',
        reason: 'Shopee boosts at most 5 items at a time. Wait until one of them has ended.',
        message: { code: 'refusals.boosts_full', values: { most: 5 } },
      },
      may_retry: true,
    });
    // An outcome from before outcomes were messages.
    await sql`update marketplace_actions set outcome_message = null where id = ${sixth}`.execute(
      market.ctx.db,
    );
    const text = 'Shopee boosts at most 5 items at a time. Wait until one of them has ended.';
    expect((await show(sixth)).outcome).toMatchObject({
      reason: text,
      message: { code: 'api.channel', values: { text } },
    });
    expect(await needsYou()).toContain(sixth);
    expect((await dismiss(sixth)).body).toMatchObject({ action: { id: sixth, state: 'refused' } });
    expect(await needsYou()).not.toContain(sixth);
    expect((await dismiss(sixth)).status).toBe(422);
    const { rows: kept } = await sql<{ extras: unknown }>`
      select extras from activities where key = 'action.dismiss'
        and recipient_type = 'ProductListing' and recipient_id = ${most[5]}`.execute(market.ctx.db);
    expect(kept).toEqual([{ extras: { action_id: sixth } }]);
    expect((await dismiss(ids[0] ?? 0)).status).toBe(422);

    const { id: again } = await request(most[5] ?? 0);
    await perform(again);
    expect(await needsYou()).toContain(again);
    market.clock.advance(5 * 3_600_000);
    const { id: third } = await request(most[5] ?? 0);
    await perform(third);
    expect(await show(third)).toMatchObject({ state: 'done' });
    expect(await needsYou()).not.toContain(again);
  });

  it('is asked for once more by one of two who try again at once', async () => {
    const items = Array.from({ length: 6 }, takeItem);
    const ids: number[] = [];
    for (const item of items) {
      const { id } = await request(item);
      ids.push(id);
      await perform(id);
    }
    const refused = ids.at(-1) ?? 0;
    expect(await show(refused)).toMatchObject({ state: 'refused' });
    market.clock.advance(5 * 3_600_000);
    const before = boostCalls();
    const answers = await Promise.all([tryAgain(refused), tryAgain(refused)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(boostCalls() - before).toBe(1);
    expect(await needsYou()).not.toContain(refused);
    const { rows } = await sql<{ key: string }>`
      select key from activities where recipient_type = 'ProductListing'
        and recipient_id = ${items[5]} and key like 'action.%' order by id`.execute(market.ctx.db);
    expect(rows.map(({ key }) => key)).toEqual(['action.retry']);
  });

  it('unknown for over an hour: it is listed, and ends when it is dismissed', async () => {
    const item = takeItem();
    market.sandbox.control.setFaults([
      { kind: 'timeout', call: 'boost_item' },
      { kind: 'error_500', call: 'get_boosted_list', after: 1 },
    ]);
    const { id } = await request(item);
    await perform(id);
    expect(await show(id)).toMatchObject({ state: 'unknown' });
    market.clock.advance(3_400_000);
    expect(await needsYou()).not.toContain(id);
    expect((await dismiss(id)).status).toBe(422);
    market.clock.advance(201_000);
    await market.ctx.runJobs();
    expect(await show(id)).toMatchObject({ state: 'unknown' });
    expect(await needsYou()).toContain(id);
    await dismiss(id);
    const ended = await show(id);
    expect(ended).toMatchObject({
      state: 'refused',
      outcome: { code: 'given_up', message: { code: 'actions.given_up_unknown', values: {} } },
    });
    expect(ended.outcome?.reason).toMatch(/^Nobody knows whether it took effect/);
    expect(await needsYou()).not.toContain(id);
  });

  it('an action whose job is lost gets another job', async () => {
    const item = takeItem();
    const { id } = await request(item);
    await sql`select graphile_worker.remove_job(${`action:${String(id)}`})`.execute(market.ctx.db);
    market.clock.advance(121_000);
    await resumeActions(market.ctx);
    await market.ctx.runJobs();
    expect(await show(id)).toMatchObject({ state: 'done' });
  });
});

it('its end is a domain event, once', async () => {
  const item = takeItem();
  const events: unknown[] = [];
  const heard: Context = {
    ...market.ctx,
    emit(_tx, event) {
      events.push(event);
      return Promise.resolve();
    },
  };
  const { id } = await request(item);
  await heard.performAction(heard, id);
  await heard.performAction(heard, id);
  const { storeId } = market;
  expect(events).toEqual([
    {
      type: 'action.settled',
      actionId: id,
      storeId,
      kind: 'listing.boost',
      subjectType: 'ProductListing',
      subjectId: item,
      state: 'done',
    },
  ]);
});

it('an action on a deleted item is refused, and nothing is sent', async () => {
  const before = boostCalls();
  const { id } = await request(999_999);
  await perform(id);
  expect(await show(id)).toMatchObject({ state: 'refused', outcome: { code: 'gone' } });
  expect(boostCalls()).toBe(before);
});

it('the actions of a deleted store are purged with it', async () => {
  const { ctx, storeId } = market;
  await sql`update stores set deleted_at = ${new Date('2026-01-01T00:00:00Z')} where id = ${storeId}`.execute(
    ctx.db,
  );
  await inTransaction(ctx.db, (tx) => purgeStore(tx, storeId));
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from marketplace_actions`.execute(ctx.db);
  expect(rows).toEqual([{ count: 0 }]);
});
