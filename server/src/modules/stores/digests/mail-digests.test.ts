import { message } from '@evenstock/contract/messages/message';
import { showStore } from '@evenstock/contract/stores/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caughtMail } from '../../../platform/mail/mail.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../../testing/world.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import { nextDigest } from './digest-times.rules.ts';
import { mailDigest, startDigests } from './mail-digests.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let owner: string;
let member: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  // Every test has a store of its own, late on a morning in Singapore.
  ctx.clock.set(new Date('2026-11-01T03:00:00Z'));
  await ctx.db
    .updateTable('store_profiles')
    .set({ digest_language: null, digest_since: null, digest_due_at: null })
    .execute();
  await ctx.db.updateTable('store_notifications').set({ resolved_at: ctx.clock.now() }).execute();
  store = await addPopulatedStore(ctx);
  const [ownerId, memberId] = [await addUser(ctx), await addUser(ctx)];
  await addMember(ctx, store.id, ownerId, 'owner');
  await addMember(ctx, store.id, memberId, 'member');
  [owner, member] = [await openSession(ctx, ownerId), await openSession(ctx, memberId)];
  await ctx.db.updateTable('store_notifications').set({ resolved_at: ctx.clock.now() }).execute();
  ctx.mails.length = 0;
});

const path = (rest: string): string => `/api/stores/${store.slug}${rest}.json`;
const turn = (token: string, language: string | null) =>
  server.call('PATCH', path('/digest'), { token, body: { digest: { language } } });
const shown = async (token: string) =>
  showStore.reply.parse((await server.call('GET', path(''), { token })).body).store_profile?.digest_language;

async function tell(kind: 'first_sync_done' | 'webhook_off', subjectId: number): Promise<void> {
  ctx.clock.advance(1);
  await inTransaction(ctx.db, (tx) =>
    notify(tx, {
      storeId: store.id,
      kind,
      subjectId,
      userId: null,
      title: message('api.channel', { text: `${kind} ${String(subjectId)}` }),
      paragraphs: [],
      place: null,
      at: ctx.clock.now(),
    }),
  );
}

/** What is mailed at an instant: to each address its subject and text. */
async function mailedAt(instant: string): Promise<string[]> {
  ctx.clock.set(new Date(instant));
  ctx.mails.length = 0;
  await startDigests(ctx);
  await ctx.runJobs();
  return ctx.mails.map(({ subject, text }) => `${subject}\n${text}`);
}

describe('the daily mail of notifications', () => {
  it('is sent at eight in the store’s zone, once, in the chosen language, with what its reader may see', async () => {
    expect((await turn(owner, 'en')).status).toBe(200);
    await turn(member, 'zh');
    expect([await shown(owner), await shown(member)]).toEqual(['en', 'zh']);
    await tell('first_sync_done', 1);
    await tell('webhook_off', 2);
    // A critical one is mailed at once, and is in the digest, too.
    await ctx.runJobs();
    expect(await mailedAt('2026-11-01T23:59:59Z')).toEqual([]);
    const mails = await mailedAt('2026-11-02T00:00:00Z');
    expect(mails).toHaveLength(2);
    const english = mails.find((mail) => mail.startsWith('2 new notifications in '));
    expect(english).toMatch(/webhook_off 2[^]*first_sync_done 1/);
    const chinese = mails.find((mail) => mail.includes('1 条新通知'));
    expect(chinese).toContain('first_sync_done 1');
    expect(chinese).not.toContain('webhook_off');
    expect(await mailedAt('2026-11-02T00:10:00Z')).toEqual([]);
    expect(await mailedAt('2026-11-03T00:00:00Z')).toEqual([]);
  });

  it('names what came since the last one, unless it was read or put right', async () => {
    await tell('first_sync_done', 1);
    await turn(owner, 'en');
    await tell('first_sync_done', 2);
    await server.call('POST', path('/store_notifications/read_all'), { token: owner });
    await tell('first_sync_done', 3);
    await inTransaction(ctx.db, (tx) =>
      resolveNotifications(tx, {
        storeId: store.id,
        kinds: ['first_sync_done'],
        subjectId: 3,
        at: ctx.clock.now(),
      }),
    );
    expect(await mailedAt('2026-11-02T00:00:00Z')).toEqual([]);
    await tell('first_sync_done', 4);
    // It may be committed after the mail was written: the next one names it.
    ctx.clock.set(new Date('2026-11-02T23:59:30Z'));
    await tell('first_sync_done', 5);
    const [first = ''] = await mailedAt('2026-11-03T00:00:00Z');
    expect(first).toMatch(/^1 new notification in [^]*first_sync_done 4/);
    const [second = ''] = await mailedAt('2026-11-04T00:00:00Z');
    expect(second).toMatch(/^1 new notification in [^]*first_sync_done 5/);
  });

  it('is sent once by workers that start it together, and kept once when it is sent again after a kill', async () => {
    await turn(owner, 'en');
    await tell('first_sync_done', 1);
    ctx.clock.set(new Date('2026-11-02T00:00:00Z'));
    await Promise.all([startDigests(ctx), startDigests(ctx), startDigests(ctx)]);
    await ctx.runJobs();
    expect(ctx.mails).toHaveLength(1);

    const { id } = await ctx.db
      .selectFrom('store_profiles')
      .select('id')
      .where('digest_language', 'is not', null)
      .executeTakeFirstOrThrow();
    const kept = caughtMail(ctx.db, ctx.clock);
    const killed = { ...ctx, mail: kept };
    const period = { since: Date.parse('2026-11-01T00:00:00Z'), until: Date.parse('2026-11-02T00:00:00Z') };
    for (const attempt of [1, 2]) {
      await mailDigest(killed, { storeProfileId: id, ...period });
      const mails = await ctx.db.selectFrom('caught_mails').select('message_id').execute();
      expect(mails, String(attempt)).toEqual([
        { message_id: `digest-${String(id)}-${String(period.until)}` },
      ]);
    }
  });

  it('ends when it is switched off, also for a mail that waits; and is for members alone', async () => {
    await turn(owner, 'en');
    await tell('first_sync_done', 1);
    ctx.clock.set(new Date('2026-11-02T00:00:00Z'));
    await startDigests(ctx);
    await turn(owner, null);
    await ctx.runJobs();
    expect(ctx.mails).toEqual([]);
    expect(await shown(owner)).toBeNull();
    const platform = await server.signIn(`platform-${store.slug}@shop.test`, 'admin');
    expect((await turn(platform, 'en')).status).toBe(404);
    expect((await turn(owner, 'fr')).status).toBe(422);
  });
});

it.each([
  ['Asia/Singapore', '2026-11-01T03:00:00Z', '2026-11-02T00:00:00Z'],
  ['Asia/Singapore', '2026-10-31T23:59:59Z', '2026-11-01T00:00:00Z'],
  ['Asia/Singapore', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'],
  ['Asia/Jakarta', '2026-11-01T00:30:00Z', '2026-11-01T01:00:00Z'],
])('in %s the digest after %s is due at %s', (zone, now, due) => {
  expect(nextDigest(new Date(now), zone)).toEqual(new Date(due));
});
