import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { connectShop } from '../../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser, type PopulatedStore } from '../../../testing/world.ts';
import { oneMonthAfter } from '../authorisation/authorisation.rules.ts';
import { callMarketplace } from './call-marketplace.ts';
import { storeCredentials } from './credentials.queries.ts';
import { sealCredentials } from './credentials.ts';
import { endExpiredConsent } from '../end-expired-consent.ts';
import { openConnection } from './open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';
import { runMarketplaceSchedule } from '../../pulls/marketplace-schedule.ts';

const DAY = 86_400_000;

let ctx: SandboxedContext;
let store: PopulatedStore;
let userId: number;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
  store = await addPopulatedStore(ctx);
  userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
});
afterAll(() => ctx.close());

let made = 0;
async function connect(channel: ChannelKind): Promise<{ id: number; shop: string }> {
  made += 1;
  const name = `shop-${String(made)}`;
  const view = ctx.sandbox.control.addShop(
    channel === 'shopify' ? { channel, name, shop: name } : { channel, name },
  );
  const id = await connectShop(ctx, { storeId: store.id, storeSlug: store.slug, userId }, { ...view, name });
  return { id, shop: view.shop };
}
const describeShop = (id: number) =>
  callMarketplace(ctx, id, 'normal', (access, connector) => connector.account.describe(access));
const version = (id: number) =>
  ctx.db
    .selectFrom('marketplace_credentials')
    .select(['version', 'refresh_until', 'access_expires_at'])
    .where('marketplace_id', '=', id)
    .executeTakeFirstOrThrow();

const consentOf = (id: number) =>
  ctx.db
    .selectFrom('marketplaces')
    .select(['state', 'needs_authorization'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const refusalsOf = (id: number) =>
  ctx.db
    .selectFrom('marketplace_credentials')
    .select(['refusals', 'refused_since', 'refused_until'])
    .where('marketplace_id', '=', id)
    .executeTakeFirstOrThrow();

describe.each(channelKinds)('%s', (channel) => {
  it('concurrent callers refresh an expiring token once, and all get their answer', async () => {
    const { id } = await connect(channel);
    const { access_expires_at: expires, version: first } = await version(id);
    ctx.clock.set(new Date((expires?.getTime() ?? 0) - 60_000));
    const answers = await Promise.all(Array.from({ length: 10 }, () => describeShop(id)));
    expect(new Set(answers.map(({ shopId }) => shopId)).size).toBe(1);
    expect(await version(id)).toMatchObject({ version: first + 1, refresh_until: null });
  });

  it('a token that is refused early is refreshed, and the call is repeated', async () => {
    const { id } = await connect(channel);
    const { version: first } = await version(id);
    ctx.sandbox.control.setFaults([{ channel, kind: 'expire_token', rate: 1, count: 1 }]);
    await describeShop(id);
    ctx.sandbox.control.setFaults([]);
    expect((await version(id)).version).toBe(first + 1);
  });

  it('a token that is refused twice is tried again later, and the consent stays', async () => {
    const { id } = await connect(channel);
    ctx.sandbox.control.setFaults([{ channel, kind: 'expire_token', rate: 1, count: 2 }]);
    await expect(describeShop(id)).rejects.toMatchObject({
      fault: { kind: 'unavailable', isTokenRefused: true },
    });
    // Until then nothing is called: each try would use up a refresh.
    const { version: second } = await version(id);
    await expect(describeShop(id)).rejects.toMatchObject({ fault: { isTokenRefused: true } });
    expect((await version(id)).version).toBe(second);
    expect(await consentOf(id)).toEqual({ state: 'verified', needs_authorization: false });
    ctx.clock.advance(5_000);
    await describeShop(id);
    expect(await refusalsOf(id)).toEqual({ refusals: 0, refused_since: null, refused_until: null });
    ctx.sandbox.control.setFaults([]);
  });

  it('the backoff doubles while the marketplace keeps refusing, and never ends the consent', async () => {
    const { id } = await connect(channel);
    ctx.sandbox.control.setFaults([{ channel, kind: 'expire_token', rate: 1 }]);
    const began = ctx.clock.now().getTime();
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      await expect(describeShop(id)).rejects.toMatchObject({ fault: { isTokenRefused: true } });
      const until = (await refusalsOf(id)).refused_until?.getTime() ?? 0;
      expect(until - ctx.clock.now().getTime()).toBe(seconds * 1000);
      ctx.clock.set(new Date(until));
    }
    expect(ctx.clock.now().getTime() - began).toBeGreaterThan(900_000);
    ctx.sandbox.control.setFaults([]);
    await describeShop(id);
    expect(await consentOf(id)).toEqual({ state: 'verified', needs_authorization: false });
  });

  it('a consent that was withdrawn ends with the first call, and is notified', async () => {
    const { id, shop } = await connect(channel);
    await ctx.settle();
    ctx.sandbox.control.revoke(channel, shop);
    await expect(describeShop(id)).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
    expect((await consentOf(id)).needs_authorization).toBe(true);
    const notifications = await ctx.db
      .selectFrom('store_notifications')
      .select(['kind', 'is_critical'])
      .where('subject_id', '=', id)
      .where('resolved_at', 'is', null)
      .execute();
    expect(notifications).toContainEqual({ kind: 'authorisation_expired', is_critical: true });
  });

  it('the schedule refreshes a token before it expires', async () => {
    const { id } = await connect(channel);
    const { access_expires_at: expires, version: first } = await version(id);
    // The shops of other tests have nothing to do with it, however far the clock goes.
    await ctx.db.updateTable('marketplaces').set({ state: 'unverified' }).where('id', '!=', id).execute();
    await ctx.db.updateTable('marketplace_pulls').set({ state: 'done' }).execute();
    ctx.clock.set(new Date((expires?.getTime() ?? 0) - 120_000));
    await runMarketplaceSchedule(ctx);
    await ctx.runJobs({ allowFailures: true });
    expect((await version(id)).version).toBeGreaterThan(first);
  });

  it('a timeout leaves the authorisation as it is', async () => {
    const { id } = await connect(channel);
    ctx.sandbox.control.setFaults([{ channel, kind: 'timeout', rate: 1 }]);
    await expect(describeShop(id)).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
    ctx.sandbox.control.setFaults([]);
    await describeShop(id);
  });
});

// Tokopedia and Amazon ask for longer than a caller waits.
it.each(['shopee', 'lazada', 'shopify', 'tiktok', 'qoo10'] as const)(
  'a pause that %s asks for holds for every caller',
  async (channel) => {
    const { id } = await connect(channel);
    ctx.sandbox.control.setFaults([{ channel, kind: 'throttle', rate: 1, count: 1 }]);
    await expect(describeShop(id)).rejects.toMatchObject({ fault: { kind: 'throttled' } });
    const before = ctx.clock.now().getTime();
    await describeShop(id);
    expect(ctx.clock.now().getTime()).toBeGreaterThan(before);
    ctx.sandbox.control.setFaults([]);
  },
);

it.each(['shopee', 'shopify'] as const)(
  'the notice of a %s seller who withdraws consent ends the authorisation',
  async (channel) => {
    const { id, shop } = await connect(channel);
    await ctx.settle();
    ctx.sandbox.control.revoke(channel, shop);
    await ctx.settle();
    const row = await ctx.db
      .selectFrom('marketplaces')
      .select(['state', 'needs_authorization'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'unverified', needs_authorization: true });
  },
);

describe('a token that nothing can renew', () => {
  async function connectWithoutRenewal() {
    const shop = await connect('shopify');
    await ctx.settle();
    const { credentials, storeId } = await openConnection(ctx, shop.id);
    const lasting = { ...credentials, accessExpiresAt: null, refreshToken: null, refreshExpiresAt: null };
    const sealed = sealCredentials(ctx.encryption, { storeId, marketplaceId: shop.id }, lasting);
    await storeCredentials(ctx.db, shop.id, sealed, ctx.clock.now());
    return shop;
  }

  it('is tried for ten minutes while it is refused, and has ended then', async () => {
    const { id } = await connectWithoutRenewal();
    ctx.sandbox.control.setFaults([{ channel: 'shopify', kind: 'expire_token', rate: 1 }]);
    const began = ctx.clock.now().getTime();
    while (!(await consentOf(id)).needs_authorization) {
      await expect(describeShop(id)).rejects.toBeInstanceOf(ChannelError);
      ctx.clock.advance(20_000);
    }
    ctx.sandbox.control.setFaults([]);
    const seconds = (ctx.clock.now().getTime() - began) / 1000;
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThan(600 + 320);
  });

  it('is good again once it is accepted, however long ago it was first refused', async () => {
    const { id } = await connectWithoutRenewal();
    const refusing = { ...ctx, fetch: () => Promise.resolve(new Response('{}', { status: 401 })) };
    for (let round = 0; round < 3; round += 1) {
      const refused = callMarketplace(refusing, id, 'normal', (access, connector) =>
        connector.account.describe(access),
      );
      await expect(refused).rejects.toMatchObject({ fault: { isTokenRefused: true } });
      ctx.clock.advance(400_000);
      await describeShop(id);
    }
    expect((await consentOf(id)).needs_authorization).toBe(false);
  });

  it('ends at once with the notice that the app was uninstalled', async () => {
    const { id, shop } = await connectWithoutRenewal();
    ctx.sandbox.control.revoke('shopify', shop);
    await ctx.settle();
    expect(await consentOf(id)).toEqual({ state: 'unverified', needs_authorization: true });
  });
});

it('the lease of a worker that died while it refreshed expires, and another refreshes', async () => {
  const { id } = await connect('shopee');
  const { access_expires_at: expires } = await version(id);
  ctx.clock.set(new Date((expires?.getTime() ?? 0) - 60_000));
  const until = new Date(ctx.clock.now().getTime() + 30_000);
  await ctx.db
    .updateTable('marketplace_credentials')
    .set({ refresh_token: '00000000-0000-4000-8000-000000000000', refresh_until: until })
    .where('marketplace_id', '=', id)
    .execute();
  await describeShop(id);
  expect(ctx.clock.now().getTime()).toBeGreaterThanOrEqual(until.getTime());
});

it.each([
  ['shopee', 365],
  ['lazada', 'a month'],
  ['shopify', null],
  // Its refresh token ends a lifetime ahead.
  ['tiktok', null],
  ['tokopedia', null],
  ['qoo10', null],
  ['amazon-sg', 365],
] as const)('consent at %s lasts: %s', async (channel, lasts) => {
  const { id } = await connect(channel);
  const now = ctx.clock.now();
  const until =
    lasts === null ? null : lasts === 'a month' ? oneMonthAfter(now) : new Date(now.getTime() + lasts * DAY);
  const { auth_expiry: reported } = await ctx.db
    .selectFrom('marketplaces')
    .select('auth_expiry')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Some report it in whole seconds.
  if (until === null) expect(reported).toBeNull();
  else expect(Math.abs((reported?.getTime() ?? 0) - until.getTime())).toBeLessThan(2_000);
});

it('expired consent is shown, and the marketplace is not called any more', async () => {
  const { id } = await connect('lazada');
  ctx.clock.advance(31 * DAY);
  await runMarketplaceSchedule(ctx);
  const row = await ctx.db
    .selectFrom('marketplaces')
    .select(['state', 'needs_authorization'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'verified', needs_authorization: true });
  await expect(describeShop(id)).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
});

it('a refusal of the old credentials that arrives after a new consent ends nothing', async () => {
  const { id } = await connect('qoo10');
  const stale = await openConnection(ctx, id);
  const { authorisation } = stale.connector;
  const refusing: typeof stale = {
    ...stale,
    connector: {
      ...stale.connector,
      authorisation: {
        ...authorisation,
        async refresh() {
          const again = sealCredentials(ctx.encryption, { ...stale, marketplaceId: id }, stale.credentials);
          await storeCredentials(ctx.db, id, again, ctx.clock.now());
          throw new ChannelError({
            kind: 'unauthorised',
            code: 'refused',
            reason: message('connections.consent_ran_out'),
          });
        },
      },
    },
  };
  const current = await refreshCredentials(ctx, refusing, 'normal');
  expect(current.version).toBe(stale.version + 1);
  expect((await consentOf(id)).needs_authorization).toBe(false);
});

/** Begins another caller while one holds the lock of the marketplace; once it waits, the holder continues. */
async function whileHeld(id: number, begin: () => Promise<unknown>, goOn: (tx: Tx) => Promise<unknown>) {
  let other: Promise<unknown> = Promise.resolve();
  await inTransaction(ctx.db, async (tx) => {
    await sql`select from marketplaces where id = ${id} for no key update`.execute(tx);
    other = begin();
    await expect.poll(waiting).toBeGreaterThan(0);
    await goOn(tx);
  });
  await other;
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

it('a new consent that comes while the old one is found to have run out stays', async () => {
  const { id } = await connect('lazada');
  const now = ctx.clock.now();
  const runsOut = (tx: Handle, at: Date) =>
    sql`update marketplaces set auth_expiry = ${at} where id = ${id}`.execute(tx);
  await runsOut(ctx.db, now);
  await whileHeld(
    id,
    () => endExpiredConsent(ctx),
    (tx) => runsOut(tx, new Date(now.getTime() + DAY)),
  );
  expect((await consentOf(id)).needs_authorization).toBe(false);
  await runsOut(ctx.db, now);
  await endExpiredConsent(ctx);
  expect((await consentOf(id)).needs_authorization).toBe(true);
});

it('a refreshed token and a new consent lock the marketplace first, so neither fails by the other', async () => {
  const { id } = await connect('lazada');
  const connection = await openConnection(ctx, id);
  const again = sealCredentials(ctx.encryption, { ...connection, marketplaceId: id }, connection.credentials);
  await whileHeld(
    id,
    () => refreshCredentials(ctx, connection, 'normal'),
    (tx) => storeCredentials(tx, id, again, ctx.clock.now()),
  );
  expect(await version(id)).toMatchObject({ version: connection.version + 1 });
});

it('a consent that ends with the refresh token ends with the new one', async () => {
  const { id } = await connect('amazon-sg');
  const expiry = () =>
    ctx.db.selectFrom('marketplaces').select('auth_expiry').where('id', '=', id).executeTakeFirstOrThrow();
  const { auth_expiry: first } = await expiry();
  const connection = await openConnection(ctx, id);
  const later = new Date((first?.getTime() ?? 0) + DAY);
  const { authorisation } = connection.connector;
  const renewing: typeof connection = {
    ...connection,
    connector: {
      ...connection.connector,
      authorisation: {
        ...authorisation,
        refresh: (_app, _http, credentials) => Promise.resolve({ ...credentials, refreshExpiresAt: later }),
      },
    },
  };
  await refreshCredentials(ctx, renewing, 'normal');
  expect((await expiry()).auth_expiry).toEqual(later);
});

it('records the offset of the channel’s clock', async () => {
  const { id, shop } = await connect('shopee');
  const ahead = new Date(ctx.clock.now().getTime() + 120_000);
  ctx.sandbox.control.setClock({ set: ahead.toISOString() });
  await describeShop(id);
  ctx.sandbox.control.setClock({ free: true });
  const { clock_offset_ms: offset } = await ctx.db
    .selectFrom('marketplaces')
    .select('clock_offset_ms')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Math.abs(offset - 120_000), shop).toBeLessThanOrEqual(1_500);
});
