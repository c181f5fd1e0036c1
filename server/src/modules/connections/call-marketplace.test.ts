import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels';
import { connectShop } from '../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser, type PopulatedStore } from '../../testing/world.ts';
import { oneMonthAfter } from './authorisation.rules.ts';
import { callMarketplace } from './call-marketplace.ts';
import { openConnection } from './open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';
import { runMarketplaceSchedule } from '../pulls/marketplace-schedule.ts';

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
