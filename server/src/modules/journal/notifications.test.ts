import { showStore } from '@evenstock/contract/stores/stores';
import { listStoreNotifications, readStoreNotification } from '@evenstock/contract/journal/journal';
import { fromChannel, message } from '@evenstock/contract/messages/message';
import type { StoreRole } from '@evenstock/contract/accounts/accounts';
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
import { purgeNotifications } from './purge-notifications.ts';
import { notify, resolveNotifications, type Notification } from './notify.ts';

const DAY = 24 * 60 * 60_000;

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
  await ctx.db.deleteFrom('store_notifications').where('store_id', '=', store.id).execute();
  owner = await join('owner');
});

interface Person {
  readonly id: number;
  readonly token: string;
}

async function join(role: StoreRole): Promise<Person> {
  const id = await addUser(ctx);
  await addMember(ctx, store.id, id, role);
  return { id, token: await openSession(ctx, id) };
}

const report = (notification: Partial<Notification> = {}): Promise<number | null> =>
  inTransaction(ctx.db, (tx) =>
    notify(tx, {
      storeId: store.id,
      kind: 'authorisation_expired',
      subjectId: store.marketplaceId,
      userId: null,
      title: message('connections.authorisation_ended', { marketplace: 'Shop' }),
      paragraphs: [fromChannel('The seller took the consent back.')],
      place: '/marketplaces/shop',
      at: ctx.clock.now(),
      ...notification,
    }),
  );
/** Reports first syncs of a number of marketplaces, one minute apart. */
async function reportSyncs(count: number): Promise<void> {
  for (let subjectId = 1; subjectId <= count; subjectId += 1) {
    await report({ kind: 'first_sync_done', subjectId, title: fromChannel(`Sync ${String(subjectId)}`) });
    ctx.clock.advance(60_000);
  }
}
const putRight = (): Promise<void> =>
  inTransaction(ctx.db, (tx) =>
    resolveNotifications(tx, {
      storeId: store.id,
      kinds: ['authorisation_expired'],
      subjectId: store.marketplaceId,
      at: ctx.clock.now(),
    }),
  );

const base = () => `/api/stores/${store.slug}`;
async function listed(person: Person, query = '') {
  const answer = await server.call('GET', `${base()}/store_notifications.json${query}`, {
    token: person.token,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listStoreNotifications.reply.parse(answer.body);
}
async function bell(person: Person) {
  const answer = await server.call('GET', `${base()}.json`, { token: person.token });
  const { store_profile: profile } = showStore.reply.parse(answer.body);
  if (profile === null) throw new Error('no member of the store');
  return {
    unread: profile.store_notifications_unread_count,
    titles: profile.store_notifications.map(({ title }) => title),
  };
}
const read = (person: Person, id: number, body?: unknown) =>
  server.call('PATCH', `${base()}/store_notifications/${String(id)}.json`, { token: person.token, body });

describe('a cause', () => {
  it('that is reported many times at the same moment is one notification', async () => {
    await Promise.all(Array.from({ length: 12 }, () => report()));
    expect(await listed(owner)).toMatchObject({
      total_count: 1,
      store_notifications: [{ title: 'Shop has to be authorised again' }],
    });
  });

  it('that was resolved is gone, and new when it comes back', async () => {
    await report();
    const [first] = (await listed(owner)).store_notifications;
    await read(owner, first?.id ?? 0);
    await putRight();
    expect(await listed(owner)).toMatchObject({ total_count: 0, store_notifications: [] });
    expect(await bell(owner)).toEqual({ unread: 0, titles: [] });
    await report();
    expect((await listed(owner)).store_notifications).toMatchObject([{ is_read: false }]);
    expect(await bell(owner)).toMatchObject({ unread: 1 });
  });

  it('is reported and resolved by one transaction or not at all', async () => {
    await report();
    await expect(
      inTransaction(ctx.db, async (tx) => {
        await resolveNotifications(tx, {
          storeId: store.id,
          kinds: ['authorisation_expired'],
          subjectId: store.marketplaceId,
          at: ctx.clock.now(),
        });
        throw new Error('the change failed');
      }),
    ).rejects.toThrow('the change failed');
    expect((await listed(owner)).total_count).toBe(1);
  });
});

describe('the list', () => {
  it('is in English with the code of each text; names and reasons are plain text in its HTML', async () => {
    const reason = fromChannel('<img src=x onerror=alert(1)> & "Kopi"\n{{reference}} $t(x)');
    const [title, record, help] = [
      message('pulls.orders_unreadable', { marketplace: '<b>{{reference}}</b> $t(x)' }),
      message('pulls.record_named', { reference: '{{text}}' }),
      message('pulls.orders_unreadable_help'),
    ];
    await report({ kind: 'orders_unreadable', title, paragraphs: [[record, reason], help] });
    const helpText =
      'They are not among the orders here: look after them at the marketplace itself. All of them are on its page, and are tried again by themselves.';
    expect((await listed(owner)).store_notifications).toEqual([
      {
        id: expect.any(Number) as unknown,
        title: 'Orders of <b>{{reference}}</b> $t(x) could not be read',
        formatted_content: `<p>{{text}}: &#60;img src=x onerror=alert(1)&#62; &#38; &#34;Kopi&#34; {{reference}} $t(x)</p><p>${helpText}</p>`,
        title_message: { ...title, text: 'Orders of <b>{{reference}}</b> $t(x) could not be read' },
        paragraphs: [
          [
            { ...record, text: '{{text}}:' },
            { ...reason, text: reason.values['text'] },
          ],
          [{ ...help, text: helpText }],
        ],
        created_at: ctx.clock.now().toISOString(),
        is_read: false,
        is_critical: true,
        link: `/stores/${store.slug}/marketplaces/shop`,
      },
    ]);
  });

  it('is newest first, fifty a page unless asked otherwise', async () => {
    await reportSyncs(52);
    const first = await listed(owner);
    expect(first).toMatchObject({ total_count: 52, page: 1, per_page: 50 });
    expect(first.store_notifications.map(({ title }) => title)).toEqual(
      Array.from({ length: 50 }, (_, place) => `Sync ${String(52 - place)}`),
    );
    expect((await listed(owner, '?page=2')).store_notifications).toHaveLength(2);
    const oldest = await listed(owner, '?per_page=1&q[s]=created_at%20asc');
    expect(oldest.store_notifications).toMatchObject([{ title: 'Sync 1' }]);
    const wrong = await server.call('GET', `${base()}/store_notifications.json?s=title`, {
      token: owner.token,
    });
    expect(wrong.status).toBe(422);
  });

  it('keeps stores apart', async () => {
    await report();
    const other = await addPopulatedStore(ctx);
    const stranger = await addUser(ctx);
    await addMember(ctx, other.id, stranger, 'owner');
    const token = await openSession(ctx, stranger);
    const [mine] = (await listed(owner)).store_notifications;
    const place = `/store_notifications/${String(mine?.id)}.json`;
    expect((await server.call('GET', `${base()}/store_notifications.json`, { token })).status).toBe(404);
    expect((await server.call('PATCH', `${base()}${place}`, { token })).status).toBe(404);
    expect((await server.call('PATCH', `/api/stores/${other.slug}${place}`, { token })).status).toBe(404);
    await server.call('POST', `/api/stores/${other.slug}/store_notifications/read_all.json`, { token });
    expect((await listed(owner)).store_notifications).toMatchObject([{ is_read: false }]);
  });
});

describe('who is notified', () => {
  it('a notification for one member is seen by nobody else', async () => {
    const heir = await join('member');
    await report({ kind: 'transfer_offered', userId: heir.id, title: fromChannel('For the heir') });
    expect(await bell(heir)).toEqual({ unread: 1, titles: ['For the heir'] });
    const [offer] = (await listed(heir)).store_notifications;
    expect(await bell(owner)).toEqual({ unread: 0, titles: [] });
    expect((await read(owner, offer?.id ?? 0)).status).toBe(404);
  });

  it('payments are for those who see the subscription; the rest is for everyone', async () => {
    const [admin, member] = [await join('admin'), await join('member')];
    await report({ kind: 'subscription_ended', subjectId: 0, title: fromChannel('Money') });
    await report({ title: fromChannel('Work') });
    expect((await bell(admin)).titles.sort()).toEqual(['Money', 'Work']);
    expect(await bell(member)).toEqual({ unread: 1, titles: ['Work'] });
    expect((await listed(member)).total_count).toBe(1);
    const platform = { id: 0, token: await openSession(ctx, await addUser(ctx, 'admin')) };
    expect((await listed(platform)).total_count).toBe(2);
  });

  it('for a member who joins later, earlier notifications count as read, except critical ones', async () => {
    await reportSyncs(2);
    await report();
    ctx.clock.advance(DAY);
    const late = await join('member');
    await report({ kind: 'first_sync_done', subjectId: 99, title: fromChannel('Since then') });
    expect(await bell(late)).toMatchObject({ unread: 2 });
    expect((await listed(late)).store_notifications.map(({ is_read: isRead }) => isRead)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('the bell', () => {
  it('holds five, the critical ones first, and counts all that is unread', async () => {
    await report();
    ctx.clock.advance(60_000);
    await reportSyncs(6);
    expect(await bell(owner)).toEqual({
      unread: 7,
      titles: ['Shop has to be authorised again', 'Sync 6', 'Sync 5', 'Sync 4', 'Sync 3'],
    });
  });

  it('counts the unread ones of each member', async () => {
    const other = await join('member');
    await reportSyncs(3);
    const [newest] = (await listed(owner)).store_notifications;
    const id = newest?.id ?? 0;
    for (const body of [{ store_notification: { is_read: true } }, undefined, {}]) {
      const answer = await read(owner, id, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { store_notification: shown } = readStoreNotification.reply.parse(answer.body);
      expect(shown).toMatchObject({ id, is_read: true });
    }
    expect((await read(owner, id, { store_notification: { is_read: false } })).status).toBe(422);
    expect([await bell(owner), await bell(other)]).toMatchObject([{ unread: 2 }, { unread: 3 }]);
  });

  it.each([
    ['GET', '/store_notifications/read_all'],
    ['GET', '/store_notifications/read_all.json'],
    ['POST', '/store_notifications/read_all.json'],
  ] as const)('%s %s reads everything, for the caller alone', async (method, path) => {
    const other = await join('member');
    await reportSyncs(7);
    const answer = await server.call(method, `${base()}${path}`, { token: owner.token });
    expect(answer).toMatchObject({ status: 200, body: {}, headers: { 'cache-control': 'no-store' } });
    expect([await bell(owner), await bell(other)]).toMatchObject([{ unread: 0 }, { unread: 7 }]);
    await report();
    expect(await bell(owner)).toMatchObject({ unread: 1 });
  });
});

it('a resolved one is removed after a month, one that is not critical after half a year, a critical one never', async () => {
  await report();
  await putRight();
  await report();
  await reportSyncs(1);
  const rows = () =>
    ctx.db.selectFrom('store_notifications').select('kind').where('store_id', '=', store.id).execute();
  await purgeNotifications(ctx);
  expect(await rows()).toHaveLength(3);
  ctx.clock.advance(31 * DAY);
  await purgeNotifications(ctx);
  expect(await rows()).toHaveLength(2);
  ctx.clock.advance(180 * DAY);
  await purgeNotifications(ctx);
  expect(await rows()).toEqual([{ kind: 'authorisation_expired' }]);
});
