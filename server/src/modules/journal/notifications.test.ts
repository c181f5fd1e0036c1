import { showStore } from '@evenstock/contract/stores';
import { listStoreNotifications, readStoreNotification } from '@evenstock/contract/journal';
import type { StoreRole } from '@evenstock/contract/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { forgetOldNotifications } from './forget-old-notifications.ts';
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

const tell = (told: Partial<Notification> = {}): Promise<void> =>
  inTransaction(ctx.db, (tx) =>
    notify(tx, {
      storeId: store.id,
      kind: 'authorisation_expired',
      subjectId: store.marketplaceId,
      userId: null,
      title: 'Shop has to be authorised again',
      paragraphs: ['The seller took the consent back.', 'Nothing is sent until then.'],
      place: '/marketplaces/shop',
      at: ctx.clock.now(),
      ...told,
    }),
  );
/** News of so many different records, each a minute after the one before. */
async function tellNews(count: number): Promise<void> {
  for (let subjectId = 1; subjectId <= count; subjectId += 1) {
    await tell({ kind: 'first_sync_done', subjectId, title: `News ${String(subjectId)}` });
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
    await Promise.all(Array.from({ length: 12 }, () => tell()));
    expect(await listed(owner)).toMatchObject({
      total_count: 1,
      store_notifications: [{ title: 'Shop has to be authorised again' }],
    });
  });

  it('that was put right is gone, and new when it comes back', async () => {
    await tell();
    const [first] = (await listed(owner)).store_notifications;
    await read(owner, first?.id ?? 0);
    await putRight();
    expect(await listed(owner)).toMatchObject({ total_count: 0, store_notifications: [] });
    expect(await bell(owner)).toEqual({ unread: 0, titles: [] });
    await tell();
    expect((await listed(owner)).store_notifications).toMatchObject([{ is_read: false }]);
    expect(await bell(owner)).toMatchObject({ unread: 1 });
  });

  it('is reported and put right by one transaction or not at all', async () => {
    await tell();
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
  it('shows what it is about, with names as plain text in its HTML', async () => {
    await tell({ paragraphs: ['<img src=x onerror=alert(1)> & "Kopi"\nfailed', 'Try again.'] });
    expect((await listed(owner)).store_notifications).toEqual([
      {
        id: expect.any(Number) as unknown,
        title: 'Shop has to be authorised again',
        formatted_content:
          '<p>&#60;img src=x onerror=alert(1)&#62; &#38; &#34;Kopi&#34; failed</p><p>Try again.</p>',
        created_at: ctx.clock.now().toISOString(),
        is_read: false,
        is_critical: true,
        link: `/stores/${store.slug}/marketplaces/shop`,
      },
    ]);
  });

  it('is newest first, fifty a page unless asked otherwise', async () => {
    await tellNews(52);
    const first = await listed(owner);
    expect(first).toMatchObject({ total_count: 52, page: 1, per_page: 50 });
    expect(first.store_notifications.map(({ title }) => title)).toEqual(
      Array.from({ length: 50 }, (_, place) => `News ${String(52 - place)}`),
    );
    expect((await listed(owner, '?page=2')).store_notifications).toHaveLength(2);
    const oldest = await listed(owner, '?per_page=1&q[s]=created_at%20asc');
    expect(oldest.store_notifications).toMatchObject([{ title: 'News 1' }]);
    const wrong = await server.call('GET', `${base()}/store_notifications.json?s=title`, {
      token: owner.token,
    });
    expect(wrong.status).toBe(422);
  });

  it('keeps stores apart', async () => {
    await tell();
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

describe('who is told', () => {
  it('what is for one member is seen by nobody else', async () => {
    const heir = await join('member');
    await tell({ kind: 'transfer_offered', userId: heir.id, title: 'For the heir' });
    expect(await bell(heir)).toEqual({ unread: 1, titles: ['For the heir'] });
    const [offer] = (await listed(heir)).store_notifications;
    expect(await bell(owner)).toEqual({ unread: 0, titles: [] });
    expect((await read(owner, offer?.id ?? 0)).status).toBe(404);
  });

  it('money is for those who see the subscription; the rest is for everyone', async () => {
    const [admin, member] = [await join('admin'), await join('member')];
    await tell({ kind: 'subscription_ended', subjectId: 0, title: 'Money' });
    await tell({ title: 'Work' });
    expect((await bell(admin)).titles.sort()).toEqual(['Money', 'Work']);
    expect(await bell(member)).toEqual({ unread: 1, titles: ['Work'] });
    expect((await listed(member)).total_count).toBe(1);
    const platform = { id: 0, token: await openSession(ctx, await addUser(ctx, 'admin')) };
    expect((await listed(platform)).total_count).toBe(2);
  });

  it('who joins later finds old news read, and what still needs seeing to unread', async () => {
    await tellNews(2);
    await tell();
    ctx.clock.advance(DAY);
    const late = await join('member');
    await tell({ kind: 'first_sync_done', subjectId: 99, title: 'Since then' });
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
    await tell();
    ctx.clock.advance(60_000);
    await tellNews(6);
    expect(await bell(owner)).toEqual({
      unread: 7,
      titles: ['Shop has to be authorised again', 'News 6', 'News 5', 'News 4', 'News 3'],
    });
  });

  it('counts for each member what they have not read', async () => {
    const other = await join('member');
    await tellNews(3);
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
    await tellNews(7);
    const answer = await server.call(method, `${base()}${path}`, { token: owner.token });
    expect(answer).toMatchObject({ status: 200, body: {}, headers: { 'cache-control': 'no-store' } });
    expect([await bell(owner), await bell(other)]).toMatchObject([{ unread: 0 }, { unread: 7 }]);
    await tell();
    expect(await bell(owner)).toMatchObject({ unread: 1 });
  });
});

it('what was put right a month ago and news of half a year ago are removed, what is critical stays', async () => {
  await tell();
  await putRight();
  await tell();
  await tellNews(1);
  const rows = () =>
    ctx.db.selectFrom('store_notifications').select('title').where('store_id', '=', store.id).execute();
  await forgetOldNotifications(ctx);
  expect(await rows()).toHaveLength(3);
  ctx.clock.advance(31 * DAY);
  await forgetOldNotifications(ctx);
  expect(await rows()).toHaveLength(2);
  ctx.clock.advance(180 * DAY);
  await forgetOldNotifications(ctx);
  expect(await rows()).toEqual([{ title: 'Shop has to be authorised again' }]);
});
