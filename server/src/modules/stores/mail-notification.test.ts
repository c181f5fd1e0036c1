import { message } from '@evenstock/contract/messages/message';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { addMember, addPopulatedStore, addUser } from '../../testing/world.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { NotificationKind } from '../journal/notifications.rules.ts';
import { notify, resolveNotifications } from '../journal/notify.ts';

let ctx: TestContext;
let storeId: number;
beforeAll(async () => {
  ctx = await createTestContext();
  storeId = (await addPopulatedStore(ctx)).id;
  for (const role of ['owner', 'admin', 'member'] as const) {
    await addMember(ctx, storeId, await addUser(ctx, 'member', `${role}@shop.test`), role);
  }
});
beforeEach(() => {
  ctx.mails.length = 0;
});
afterAll(() => ctx.close());

let subject = 0;

const wantMails = (wanted: boolean) =>
  ctx.db.updateTable('stores').set({ send_email_notifications: wanted }).where('id', '=', storeId).execute();

/** Notifies of a new cause, or of one that is given. */
const tell = (kind: NotificationKind, subjectId = (subject += 1)) =>
  inTransaction(ctx.db, (tx) =>
    notify(tx, {
      storeId,
      kind,
      subjectId,
      userId: null,
      title: message('api.channel', { text: kind }),
      paragraphs: [message('api.channel', { text: 'What to do.' })],
      place: '/summary',
      at: ctx.clock.now(),
    }),
  );

async function mailed(): Promise<(readonly [to: string, subject: string])[]> {
  await ctx.runJobs();
  return ctx.mails.map(({ to, subject: title }) => [to, title] as const).sort();
}

it.each([
  'counts_needed',
  'database_recovered',
  'webhook_off',
  'buyer_data_asked',
  'payment_late',
  'subscription_ended',
  'authorisation_expired',
] as const)('%s is mailed to the owner and the admins, by the store’s switch', async (kind) => {
  await wantMails(false);
  await tell(kind);
  expect(await mailed()).toEqual([]);
  await wantMails(true);
  await tell(kind);
  expect(await mailed()).toEqual([
    ['admin@shop.test', kind],
    ['owner@shop.test', kind],
  ]);
});

it.each(['first_sync_done', 'stock_refused'] as const)('%s is not', async (kind) => {
  await wantMails(true);
  await tell(kind);
  expect(await mailed()).toEqual([]);
});

it('what is put right before its mail goes is not mailed, and a renewed notification is mailed once', async () => {
  await wantMails(true);
  const cause = { storeId, kinds: ['counts_needed'], subjectId: 7_000 } as const;
  await tell('counts_needed', cause.subjectId);
  await inTransaction(ctx.db, (tx) => resolveNotifications(tx, { ...cause, at: ctx.clock.now() }));
  expect(await mailed()).toEqual([]);

  ctx.clock.advance(60_000);
  await tell('counts_needed', cause.subjectId);
  expect(await mailed()).toHaveLength(2);
  ctx.clock.advance(60_000);
  await inTransaction(ctx.db, (tx) => resolveNotifications(tx, { ...cause, at: ctx.clock.now() }));
  await tell('counts_needed', cause.subjectId);
  expect(await mailed()).toHaveLength(2);
});
