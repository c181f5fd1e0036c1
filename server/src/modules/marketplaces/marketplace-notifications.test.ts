import { fromChannel, message } from '@evenstock/contract/messages/message';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectShop } from '../../testing/connect-shop.ts';
import { recordedActivities } from '../../testing/recorded-changes.ts';
import { openNotifications } from '../../testing/open-notifications.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser, type PopulatedStore } from '../../testing/world.ts';
import { beginAuthorisation } from '../connections/authorisation/begin-authorisation.ts';
import { checkAuthorisation } from '../connections/authorisation/check-authorisation.ts';
import { completeAuthorisation } from '../connections/authorisation/complete-authorisation.ts';
import { removeMarketplace } from './delete-marketplace.ts';
import { describeQuarantined } from './marketplace-page.rules.ts';
import { newestQuarantined } from './marketplaces.queries.ts';
import { endAuthorisation } from '../connections/calls/end-authorisation.ts';
import { followUnreadable } from '../pulls/follow-unreadable.ts';
import { quarantineRecords } from '../pulls/quarantine-records.ts';
import { requireMarketplace } from './show-marketplace.ts';
import { runMarketplaceSchedule } from '../pulls/marketplace-schedule.ts';

const DAY = 86_400_000;

let ctx: SandboxedContext;
let store: PopulatedStore;
let userId: number;
let shop: string;
let id: number;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  store = await addPopulatedStore(ctx);
  await ctx.db.deleteFrom('store_notifications').where('store_id', '=', store.id).execute();
  userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  shop = ctx.sandbox.control.addShop({ channel: 'lazada', name: 'Kopi' }).shop;
  ctx.sandbox.control.addListings('lazada', shop, { count: 3 });
  const place = { storeId: store.id, storeSlug: store.slug, userId };
  id = await connectShop(ctx, place, { channel: 'lazada', shop, name: 'Kopi Lazada' });
});

const open = () => openNotifications(ctx, store.id);

async function authoriseAgain(): Promise<void> {
  const actor = { userId, sessionId: 0, email: 'owner@shop.test', role: 'member' } as const;
  const marketplace = await requireMarketplace(ctx, store.id, String(id));
  const place = { id: store.id, slug: store.slug };
  const { authentication_url, state } = await beginAuthorisation(ctx, actor, place, marketplace);
  const redirect_uri = new URL(authentication_url).searchParams.get('redirect_uri') ?? '';
  const returned = ctx.sandbox.control.grant('lazada', shop, { state, redirect_uri });
  await completeAuthorisation(ctx, actor, { channel: 'lazada', among: [id] }, returned);
}

describe('the consent of a marketplace', () => {
  it('that ended is notified once, until it is given again', async () => {
    await ctx.settle();
    ctx.sandbox.control.revoke('lazada', shop);
    await Promise.all(Array.from({ length: 6 }, () => checkAuthorisation(ctx, id)));
    await endAuthorisation(ctx, id, fromChannel('again'), () => Promise.resolve(true));
    expect(await open()).toEqual([
      {
        kind: 'authorisation_expired',
        title: 'Kopi Lazada has to be authorised again',
        content: expect.stringContaining('no orders come in from there') as unknown,
        place: '/marketplaces/kopi-lazada',
        userId: null,
      },
    ]);
    // A first pull of the same instant would count as one after the new consent.
    ctx.clock.advance(60_000);
    await authoriseAgain();
    expect(await open()).toEqual([]);
    expect(await recordedActivities(ctx, 'marketplace.expire')).toEqual([
      { actor: { type: 'Marketplace', id }, changes: { needs_authorization: [false, true] } },
    ]);
    expect((await recordedActivities(ctx, 'marketplace.authorize')).at(-1)).toEqual({
      actor: { type: 'User', id: userId },
      changes: { needs_authorization: [true, false] },
    });
    await ctx.settle();
    expect(await open()).toMatchObject([{ kind: 'first_sync_done', title: 'Kopi Lazada is synced' }]);
  });

  it('that runs out is notified a week before, once, until it did', async () => {
    await ctx.settle();
    ctx.clock.advance(20 * DAY);
    await runMarketplaceSchedule(ctx);
    expect((await open()).map(({ kind }) => kind)).toEqual(['first_sync_done']);
    ctx.clock.advance(5 * DAY);
    await Promise.all([
      runMarketplaceSchedule(ctx),
      runMarketplaceSchedule(ctx),
      runMarketplaceSchedule(ctx),
    ]);
    const expiring = (await open()).filter(({ kind }) => kind === 'authorisation_expiring');
    expect(expiring).toMatchObject([
      {
        title: expect.stringMatching(/^The authorisation of Kopi Lazada ends on \d{4}-\d\d-\d\d$/) as unknown,
      },
    ]);
    ctx.clock.advance(10 * DAY);
    await runMarketplaceSchedule(ctx);
    expect((await open()).map(({ kind }) => kind)).toEqual(['authorisation_expired']);
    expect((await recordedActivities(ctx, 'marketplace.expire')).at(-1)).toEqual({
      actor: { type: 'Marketplace', id },
      changes: { needs_authorization: [false, true] },
    });
  });
});

it('the first sync is notified with what it brought', async () => {
  await ctx.settle();
  expect(await open()).toMatchObject([
    { kind: 'first_sync_done', content: expect.stringContaining('Listings imported: 3.') as unknown },
  ]);
});

it('records that cannot be read are notified while there are any', async () => {
  await ctx.settle();
  const scope = { storeId: store.id, marketplaceId: id };
  const unreadable = [
    { reference: 'A-1', reason: message('answers.return_without_line') },
    { reference: 'A-2', reason: message('answers.return_without_line') },
  ];
  await quarantineRecords(ctx, scope, 'order', { unreadable, read: [] });
  await quarantineRecords(ctx, scope, 'listing', {
    unreadable: [{ reference: 'I-1', reason: fromChannel('The item has no price.') }],
    read: [],
  });
  await ctx.settle();
  await Promise.all(Array.from({ length: 5 }, () => followUnreadable(ctx, id)));
  expect((await newestQuarantined(ctx.db, id)).map(describeQuarantined)).toMatchObject([
    { reference: 'I-1', reason: 'The item has no price.', reason_message: { code: 'api.channel' } },
    { reference: 'A-2', reason: 'This return names no item.', reason_message: unreadable[1]?.reason },
    { reference: 'A-1' },
  ]);
  expect((await open()).slice(1)).toMatchObject([
    {
      title: 'Orders of Kopi Lazada could not be read',
      content: expect.stringContaining('A-2: This return names no item.\n') as unknown,
    },
    { title: 'Product listings of Kopi Lazada could not be read' },
  ]);
  await quarantineRecords(ctx, scope, 'order', { unreadable: [], read: ['A-1'] });
  await ctx.settle();
  expect(await open()).toHaveLength(3);
  await quarantineRecords(ctx, scope, 'order', { unreadable: [], read: ['A-2'] });
  await ctx.settle();
  expect((await open()).map(({ kind }) => kind)).toEqual(['first_sync_done', 'listings_unreadable']);
});

it('notifications of a marketplace that was left are resolved', async () => {
  await ctx.settle();
  await endAuthorisation(ctx, id, fromChannel('The seller took the consent back.'), () =>
    Promise.resolve(true),
  );
  const unreadable = [{ reference: 'A-1', reason: message('answers.return_without_line') }];
  await quarantineRecords(ctx, { storeId: store.id, marketplaceId: id }, 'order', { unreadable, read: [] });
  await removeMarketplace(ctx, { type: 'System', id: null }, { id, storeId: store.id });
  await ctx.settle();
  expect(await open()).toEqual([]);
});

describe('what keeps a shop from being read', () => {
  /** An admin of the store, which wants mails or does not. @returns whose address it is */
  async function addReader(isWanted: boolean): Promise<string> {
    await ctx.settle();
    ctx.mails.length = 0;
    await ctx.db
      .updateTable('stores')
      .set({ send_email_notifications: isWanted })
      .where('id', '=', store.id)
      .execute();
    const email = `owner-${store.slug}@shop.test`;
    await addMember(ctx, store.id, await addUser(ctx, 'member', email), 'admin');
    return email;
  }

  it.each([true, false])('a consent that ended is mailed by the store’s switch: %s', async (isWanted) => {
    const email = await addReader(isWanted);
    await endAuthorisation(ctx, id, fromChannel('The seller took the consent back.'), () =>
      Promise.resolve(true),
    );
    await ctx.settle();
    const mails = ctx.mails.filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual(
      isWanted ? ['Kopi Lazada has to be authorised again'] : [],
    );
    if (isWanted) expect(mails[0]?.text).toContain('The seller took the consent back.');
  });

  it.each([true, false])(
    'pulls that keep failing, whatever the reason, are notified until one is done, and mailed by the switch: %s',
    async (isWanted) => {
      const email = await addReader(isWanted);
      ctx.sandbox.control.setFaults([{ channel: 'lazada', kind: 'html', rate: 1 }]);
      const kinds = async () => (await open()).map(({ kind }) => kind);
      for (let polls = 0; polls < 3; polls += 1) {
        expect(await kinds()).not.toContain('orders_failing');
        ctx.clock.advance(61_000);
        await runMarketplaceSchedule(ctx);
        for (let tries = 0; tries < 3; tries += 1) {
          await ctx.runJobs({ allowFailures: true });
          ctx.clock.advance(20_000);
        }
      }
      await ctx.runJobs({ allowFailures: true });
      const failing = (await open()).filter(({ kind }) => kind === 'orders_failing');
      expect(failing).toMatchObject([
        {
          title: 'Orders of Kopi Lazada are not coming in',
          content: expect.stringContaining('Until they do, what is sold there') as unknown,
          place: '/marketplaces/kopi-lazada',
        },
      ]);
      const mails = ctx.mails.filter(({ to }) => to === email);
      expect(mails.map(({ subject }) => subject)).toEqual(
        isWanted ? ['Orders of Kopi Lazada are not coming in'] : [],
      );
      ctx.sandbox.control.setFaults([]);
      ctx.clock.advance(61_000);
      await runMarketplaceSchedule(ctx);
      await ctx.runJobs({ allowFailures: true });
      expect(await kinds()).not.toContain('orders_failing');
    },
  );
});
