import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findSession } from '../../modules/accounts/sessions/sessions.queries.ts';
import { livenessAt } from '../../modules/accounts/passwords/sign-in.rules.ts';
import { keepBeating } from '../../modules/recovery/keep-beating.ts';
import { sayRestored } from '../../modules/recovery/say-restored.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { countsOf } from '../../modules/stock/ledger/recovery-counts.queries.ts';
import { createTestServer, PASSWORD } from '../http.ts';
import { addMember, addUser, openSession } from '../world.ts';
import {
  comesBack,
  generationOf,
  heldOf,
  kindsOf,
  numbers,
  recover,
  type RecoveryTrace,
} from './recovery.ts';

async function sellsTen(trace: RecoveryTrace): Promise<void> {
  trace.sells('shopee', 10);
  await trace.polls('shopee');
  await trace.waits(60);
  expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
}

describe('22 backup put back', () => {
  it(
    'a sale since the backup counts once',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await sellsTen(trace);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
      expect(await trace.bookings()).toEqual([]);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );

  it.each([
    [400, 495],
    [-95, 0],
  ])('what a member did since the backup, %i, is done again once', (units, quantity) =>
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(units);
      expect(trace.shown()).toEqual([quantity, quantity, quantity]);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([quantity, quantity, quantity, quantity]);
      expect((await trace.entries()).map(({ adjustment, action }) => ({ adjustment, action }))).toEqual([
        { adjustment: units, action: 'Adjustment' },
      ]);
    })(),
  );

  it(
    'what a seller typed into all shops stays booked once, before a sale',
    recover(async (trace) => {
      const backup = await trace.backUp();
      for (const { channel } of trace.shops) trace.types(channel, 5);
      for (const { channel } of trace.shops) await trace.reads(channel);
      await trace.waits(120);
      for (const { channel } of trace.shops) await trace.polls(channel);
      expect(await trace.quantity()).toBe(5);
      trace.sells('lazada', 1);
      await trace.polls('lazada');
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([4, 4, 4, 4]);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([4, 4, 4, 4]);
      expect((await trace.bookings()).map(({ adjustment }) => adjustment)).toEqual([-90]);
    }),
  );

  it(
    'SKUs of one shop each come back like those that share a quantity',
    recover(
      async (trace) => {
        const { ctx, storeId } = trace;
        const rows = await ctx.db
          .selectFrom('variant_listings')
          .select(['variant_id', 'marketplace_id'])
          .orderBy('marketplace_id')
          .execute();
        const variants = rows.map((row) => row.variant_id);
        const quantities = () => Promise.all(variants.map((id) => trace.quantity(id)));
        const backup = await trace.backUp();
        trace.sells('shopee', 10);
        await trace.polls('shopee');
        const variantId =
          rows.find((row) => row.marketplace_id === trace.shop('lazada').marketplaceId)?.variant_id ?? 0;
        await adjustQuantity(ctx, { storeId, variantId, userId: await trace.member(), units: 7 });
        await trace.waits(60);
        expect([trace.shown(), await quantities()]).toEqual([
          [85, 102, 95],
          [85, 102, 95],
        ]);
        await comesBack(trace, backup);
        expect([trace.shown(), await quantities()]).toEqual([
          [85, 102, 95],
          [85, 102, 95],
        ]);
      },
      { isMerged: false },
    ),
  );

  it(
    'the first read after it is kept, though its answer may be older than the restore',
    recover(async (trace) => {
      const { ctx } = trace;
      const backup = await trace.backUp();
      await sellsTen(trace);
      await trace.restore(backup);
      await trace.waits(30);
      const kept = await ctx.db.selectFrom('recovering_listings').select('read_quantity').execute();
      expect(kept.map(({ read_quantity: shown }) => shown)).toEqual([85, 85, 85]);
      const { rows } = await sql`
        select from listing_stocks ls join recovering_listings rl using (variant_listing_id)
        where ls.snapshot_from < rl.since`.execute(ctx.db);
      expect(rows).toHaveLength(3);
    }),
  );

  it(
    'one backup may be put back twice',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await sellsTen(trace);
      await comesBack(trace, backup);
      await trace.adjusts(15);
      expect(await numbers(trace)).toEqual([100, 100, 100, 100]);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([100, 100, 100, 100]);
      expect(await generationOf(trace)).toBe(3);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );
});
describe('23 the recovery log is gone too', () => {
  it(
    'one number that alone explains all shops is taken, by one movement',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(400);
      await comesBack(trace, backup, { recoveryLog: false });
      expect(await numbers(trace)).toEqual([495, 495, 495, 495]);
      expect((await trace.entries()).map(({ adjustment, action }) => ({ adjustment, action }))).toEqual([
        { adjustment: 400, action: 'Recounted after a restore' },
      ]);
    }),
  );

  it(
    'what a member changes before the shops were read counts beside what they tell',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(400);
      await trace.restore(backup, { recoveryLog: false });
      await trace.adjusts(5);
      await trace.readsAndPolls();
      await trace.waits(900);
      expect((await trace.entries()).map(({ adjustment, action }) => ({ adjustment, action }))).toEqual([
        { adjustment: 5, action: 'Adjustment' },
        { adjustment: 400, action: 'Recounted after a restore' },
      ]);
      expect(await numbers(trace)).toEqual([500, 500, 500, 500]);
    }),
  );

  it(
    'where shops disagree a member is asked, and no shop is raised before the answer',
    recover(async (trace) => {
      const { ctx, storeId, variantId } = trace;
      const backup = await trace.backUp();
      trace.types('shopee', 85);
      trace.types('lazada', 80);
      await comesBack(trace, backup, { recoveryLog: false });
      expect(await numbers(trace)).toEqual([80, 80, 80, 95]);
      expect(await kindsOf(trace)).toEqual(['database_recovered', 'counts_needed']);
      const { rows } = await countsOf(ctx.db, storeId, { perPage: 10, offset: 0 });
      expect(
        rows.map(({ quantity, holds, shops }) => ({
          quantity,
          holds,
          shops: shops.map(({ shows }) => shows),
        })),
      ).toEqual([{ quantity: 95, holds: true, shops: [85, 80, 95] }]);
      trace.sells('shopee', 1);
      await trace.polls('shopee');
      await trace.waits(60);
      expect(await numbers(trace)).toEqual([79, 79, 79, 94]);
      const server = await createTestServer(ctx);
      try {
        const userId = await addUser(ctx);
        await addMember(ctx, storeId, userId, 'member');
        const token = await openSession(ctx, userId);
        const path = `/api/stores/market/variants/${String(variantId)}/recovery_count.json`;
        const answer = () => server.call('POST', path, { token, body: { quantity: 90 } });
        expect((await answer()).status).toBe(200);
        expect((await answer()).status).toBe(422);
      } finally {
        await server.close();
      }
      await trace.waits(900);
      expect(await numbers(trace)).toEqual([90, 90, 90, 90]);
      expect(await kindsOf(trace)).toEqual(['database_recovered']);
    }),
  );

  it(
    'an order that was cancelled meanwhile, and may have left the shops before or after, leaves it to a member',
    recover(
      async (trace) => {
        const backup = await trace.backUp();
        const number = trace.sells('tokopedia', 5);
        await trace.polls('tokopedia');
        await trace.waits(400);
        await trace.adjusts(1);
        expect(trace.shows('lazada')).toBe(91);
        await trace.putBack(backup, { recoveryLog: false });
        trace.cancels('tokopedia', number);
        await trace.ctx.generation.agree(trace.ctx);
        await trace.readsAndPolls();
        await trace.waits(900);
        expect(await kindsOf(trace)).toEqual(['database_recovered', 'counts_needed']);
        expect([trace.shows('lazada'), await trace.quantity()]).toEqual([91, 95]);
      },
      { channels: ['tokopedia', 'lazada'] },
    ),
  );

  it(
    'shops that are set to 0, or hide what is unpaid, testify to nothing',
    recover(
      async (trace) => {
        const { ctx, clock } = trace;
        await ctx.db
          .updateTable('variant_listings')
          .set({ force_zero_qty_from: clock.now() })
          .where('marketplace_id', '=', trace.shop('shopee').marketplaceId)
          .execute();
        await trace.waits(60);
        const backup = await trace.backUp();
        await trace.adjusts(-3);
        await comesBack(trace, backup, { recoveryLog: false });
        expect(await numbers(trace)).toEqual([0, 92, 95]);
        expect(await kindsOf(trace)).toEqual(['database_recovered', 'counts_needed']);
      },
      { channels: ['shopee', 'lazada'], facts: { lazada: { hidesHolds: true } } },
    ),
  );
});

describe('24 replica behind', () => {
  it(
    'a fail-over that lost an adjustment is noticed before the next claim, and the adjustment is done again once',
    recover(async (trace) => {
      const backup = await trace.backUp();
      await trace.adjusts(-5);
      await trace.failOver(backup);
      const before = trace.written();
      await trace.adjusts(2);
      expect(trace.written()).toBe(before);
      expect([await generationOf(trace), await heldOf(trace)]).toEqual([2, 3]);
      await trace.readsAndPolls();
      await trace.waits(900);
      expect(await numbers(trace)).toEqual([92, 92, 92, 92]);
    }),
  );

  it(
    'a fail-over without loss is recorded, and nothing is held',
    recover(async (trace) => {
      await trace.adjusts(-5);
      const backup = await trace.backUp();
      await trace.failOver(backup);
      await trace.adjusts(2);
      expect(await numbers(trace)).toEqual([92, 92, 92, 92]);
      expect([await generationOf(trace), await heldOf(trace)]).toEqual([1, 0]);
    }),
  );

  it(
    'a database that lacks an attempt of this process gives no claim, on the connections that it has',
    recover(async (trace) => {
      await trace.adjusts(-5);
      const before = trace.written();
      await sql`update attempt_counts set count = count - 1`.execute(trace.ctx.db);
      await trace.adjusts(2);
      expect(trace.written()).toBe(before);
      expect(await generationOf(trace)).toBe(2);
    }),
  );
});

describe('a restore that only `npm run restored` reports', () => {
  it(
    'is noticed by a running program before its next claim',
    recover(
      async (trace) => {
        await trace.adjusts(-5);
        const before = trace.written();
        await sayRestored(trace.ctx);
        await trace.adjusts(2);
        expect(trace.written()).toBe(before);
        expect([await generationOf(trace), await heldOf(trace)]).toEqual([2, 3]);
        await trace.readsAndPolls();
        await trace.waits(900);
        expect(await numbers(trace)).toEqual([92, 92, 92, 92]);
        expect(await generationOf(trace)).toBe(2);
      },
      { withoutLog: true },
    ),
  );

  it(
    'is noticed by the heartbeat of a program that has nothing to write',
    recover(async (trace) => {
      const { ctx } = trace;
      await sayRestored(ctx);
      const stop = keepBeating(ctx, 'all');
      await expect.poll(() => generationOf(trace)).toBe(2);
      await stop();
      expect(await heldOf(trace)).toBe(3);
      const processes = await ctx.db.selectFrom('processes').select(['id', 'beat_at']).execute();
      expect(processes).toEqual([{ id: ctx.recoveryLog.processId, beat_at: ctx.clock.now() }]);
    }),
  );
});

describe('who was signed out', () => {
  it(
    'stays signed out, and so does everybody else',
    recover(async (trace) => {
      const { ctx } = trace;
      const userId = await addUser(ctx);
      const token = await openSession(ctx, userId);
      const live = () => {
        const liveness = livenessAt(ctx.clock.now(), ctx.settings);
        return findSession(ctx.db, createHash('sha256').update(token).digest(), liveness);
      };
      const backup = await trace.backUp();
      expect(await live()).not.toBeNull();
      await trace.adjusts(1);
      await trace.restore(backup);
      expect(await live()).toBeNull();
    }),
  );
});

describe('links that were mailed before the backup', () => {
  it(
    'neither reset a password nor open a store after it was put back: they may have been used or taken back since',
    recover(async (trace) => {
      const { ctx, storeId } = trace;
      const server = await createTestServer(ctx);
      try {
        const owner = await addUser(ctx, 'member', 'owner@market.test');
        await addMember(ctx, storeId, owner, 'owner');
        const token = await openSession(ctx, owner);
        const mailed = async (pattern: RegExp): Promise<string> => {
          await ctx.runJobs();
          const link = pattern.exec(ctx.mails.at(-1)?.text ?? '')?.[1];
          if (link === undefined) throw new Error('No link was mailed.');
          return link;
        };
        const guest = { email: 'guest@market.test', role: 'member' };
        const invited = await server.call('POST', '/api/stores/market/store_profiles.json', {
          token,
          body: { store_profile: guest },
        });
        expect(invited.status).toBe(200);
        const invitation_token = await mailed(/invitation_token=(\S+)/);
        await server.call('POST', '/api/account/forget_password.json', {
          body: { user: { email: 'owner@market.test' } },
        });
        const reset_password_token = await mailed(/reset_password_token=([\w-]+)/);
        const read = () =>
          server.call('POST', '/api/account/invitation.json', { body: { user: { invitation_token } } });
        const reset = () =>
          server.call('POST', '/api/account/reset_password.json', {
            body: { user: { reset_password_token, password: PASSWORD } },
          });
        const backup = await trace.backUp();
        expect([(await read()).status, (await reset()).status]).toEqual([200, 200]);
        await trace.adjusts(1);
        await trace.restore(backup);
        expect([(await read()).status, (await reset()).status]).toEqual([422, 422]);
      } finally {
        await server.close();
      }
    }),
  );
});
