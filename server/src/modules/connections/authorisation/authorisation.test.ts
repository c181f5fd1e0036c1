import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { channels } from '@evenstock/contract/channels/channels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { addMember } from '../../../testing/world.ts';
import { callMarketplace } from '../calls/call-marketplace.ts';

let ctx: SandboxedContext;
let server: TestServer;
let owner: string;
let other: string;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
  server = await createTestServer(ctx);
  owner = await server.signIn('owner@shop.test');
  other = await server.signIn('other@shop.test');
  for (const [token, name] of [
    [owner, 'Mine'],
    [other, 'Theirs'],
  ] as const) {
    await server.call('POST', '/api/stores.json', { token, body: { store: { name, country: 'sg' } } });
  }
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const begun = z.object({ authentication_url: z.string(), state: z.string() });
let made = 0;
/** By id of the shop. */
const namesOfShops = new Map<string, string>();

async function addMarketplace(
  channel: ChannelKind,
  token = owner,
  store = 'mine',
  shopName = 'kopi',
): Promise<string> {
  made += 1;
  const marketplace = {
    name: `${channel} ${String(made)}`,
    type: channels[channel].marketplaceType,
    shop_name: channels[channel].shopName === null ? null : (namesOfShops.get(shopName) ?? shopName),
  };
  const answer = await server.call('POST', `/api/stores/${store}/marketplaces.json`, {
    token,
    body: { marketplace },
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: 200,
    body: { marketplace: { state: 'unverified', can_authenticate: true } },
  });
  return z.object({ marketplace: z.object({ slug: z.string() }) }).parse(answer.body).marketplace.slug;
}

function addShop(channel: ChannelKind): string {
  made += 1;
  const name = `shop-${String(made)}`;
  const { shop } = ctx.sandbox.control.addShop(
    channel === 'shopify' ? { channel, name, shop: name } : { channel, name },
  );
  namesOfShops.set(shop, name);
  return shop;
}

async function begin(slug: string, token = owner, store = 'mine'): Promise<z.infer<typeof begun>> {
  const answer = await server.call('POST', `/api/stores/${store}/marketplaces/${slug}/authenticate.json`, {
    token,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return begun.parse(answer.body);
}

/** The seller consents in the marketplace's own pages: what their return carries. */
function consent(channel: ChannelKind, shop: string, url: string, state: string): Record<string, string> {
  const redirect_uri = new URL(url).searchParams.get('redirect_uri') ?? '';
  return ctx.sandbox.control.grant(channel, shop, { state, redirect_uri });
}

function complete(
  channel: ChannelKind,
  slug: string,
  query: Record<string, string>,
  token = owner,
  store = 'mine',
  shop = 'kopi',
) {
  const path =
    channel === 'shopify'
      ? `/api/marketplaces/${query['shop'] ?? shop}/authorize_shopify.json`
      : `/api/stores/${store}/marketplaces/${slug}/authorize_${channel.replace('-', '_')}.json`;
  return server.call('POST', `${path}?${new URLSearchParams(query).toString()}`, { token });
}

const state = (slug: string) =>
  ctx.db.selectFrom('marketplaces').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();

describe.each(['shopee', 'lazada', 'shopify', 'tiktok', 'amazon-sg'] as const)('%s', (channel) => {
  it('is authorised by the return that belongs to its beginning, and by no other', async () => {
    const shop = addShop(channel);
    const slug = await addMarketplace(channel, owner, 'mine', shop);
    const { authentication_url, state: nonce } = await begin(slug);
    const returned = consent(channel, shop, authentication_url, nonce);
    expect(returned['state']).toBe(nonce);

    const { state: _left, ...withoutState } = returned;
    expect(await complete(channel, slug, withoutState)).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('does not carry the state')] } },
    });
    expect(await complete(channel, slug, { ...returned, state: 'made-up' })).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('not begun by you')] } },
    });

    const answer = await complete(channel, slug, returned);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: {
        marketplace: {
          slug,
          state: 'verified',
          needs_authorization: false,
          can_authenticate: false,
          store: { slug: 'mine' },
        },
      },
    });
    expect(await complete(channel, slug, returned)).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('used already')] } },
    });

    const row = await state(slug);
    expect(row.channel_shop_id).toBeTruthy();
    const kept = await ctx.db
      .selectFrom('marketplace_credentials')
      .selectAll()
      .where('marketplace_id', '=', row.id)
      .executeTakeFirstOrThrow();
    await callMarketplace(ctx, row.id, 'normal', ({ credentials }) => {
      expect(kept.sealed.toString('latin1')).not.toContain(credentials.accessToken);
      return Promise.resolve();
    });
  });

  it('another person’s, another marketplace’s and a late return are refused', async () => {
    const shop = addShop(channel);
    const slug = await addMarketplace(channel, owner, 'mine', shop);
    const theirs = await addMarketplace(channel, other, 'theirs', shop);
    const sibling = await addMarketplace(
      channel,
      owner,
      'mine',
      channel === 'shopify' ? addShop(channel) : shop,
    );

    const mine = await begin(slug);
    const returned = consent(channel, shop, mine.authentication_url, mine.state);
    expect(await complete(channel, theirs, returned, other, 'theirs')).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('not begun by you')] } },
    });
    if (channel !== 'shopify') {
      expect(await complete(channel, sibling, returned)).toMatchObject({
        status: 422,
        body: { errors: { marketplace: [expect.stringContaining('another marketplace')] } },
      });
    }
    ctx.clock.advance(10 * 60_000);
    expect(await complete(channel, slug, returned)).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('ten minutes')] } },
    });
    expect(await state(slug)).toMatchObject({ state: 'unverified', channel_shop_id: null });
  });

  it('a shop that is connected already is refused, also at the same moment; after deactivating it is free', async () => {
    const shop = addShop(channel);
    const first = await addMarketplace(channel, owner, 'mine', shop);
    const second = await addMarketplace(channel, other, 'theirs', shop);
    const one = await begin(first);
    const two = await begin(second, other, 'theirs');
    const answers = await Promise.all([
      complete(channel, first, consent(channel, shop, one.authentication_url, one.state)),
      complete(channel, second, consent(channel, shop, two.authentication_url, two.state), other, 'theirs'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const mine = { slug: first, token: owner, store: 'mine' };
    const theirs = { slug: second, token: other, store: 'theirs' };
    const [winner, loser] = answers[0].status === 200 ? [mine, theirs] : [theirs, mine];
    const refused = answers.find(({ status }) => status === 422);
    // Two exchanges at once: Shopify ends the first one's token with the second, so its own words may come first.
    const words = channel === 'shopify' ? (expect.any(String) as unknown) : 'This shop is already connected.';
    expect(refused?.body).toMatchObject({ errors: { marketplace: [words] } });

    const path = `/api/stores/${winner.store}/marketplaces/${winner.slug}`;
    expect(await server.call('POST', `${path}/deactivate.json`, { token: winner.token })).toMatchObject({
      status: 200,
      body: { marketplace: { state: 'unverified', auth_expiry: null } },
    });
    const { id } = await state(winner.slug);
    await expect(
      callMarketplace(ctx, id, 'normal', (access, connector) => connector.account.describe(access)),
    ).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
    const again = await begin(loser.slug, loser.token, loser.store);
    const returned = consent(channel, shop, again.authentication_url, again.state);
    expect(await complete(channel, loser.slug, returned, loser.token, loser.store)).toMatchObject({
      status: 200,
    });
  });

  it('a refused second connection leaves the first one working', async () => {
    const shop = addShop(channel);
    const first = await addMarketplace(channel, owner, 'mine', shop);
    const one = await begin(first);
    expect(
      (await complete(channel, first, consent(channel, shop, one.authentication_url, one.state))).status,
    ).toBe(200);
    const second = await addMarketplace(channel, other, 'theirs', shop);
    const two = await begin(second, other, 'theirs');
    const returned = consent(channel, shop, two.authentication_url, two.state);
    expect(await complete(channel, second, returned, other, 'theirs')).toMatchObject({
      status: 422,
      body: { errors: { marketplace: ['This shop is already connected.'] } },
    });
    const { id } = await state(first);
    await callMarketplace(ctx, id, 'normal', (access, connector) => connector.account.describe(access));
    expect(await state(first)).toMatchObject({ state: 'verified', needs_authorization: false });
  });

  it('is shown Expired when the marketplace withdraws consent', async () => {
    const shop = addShop(channel);
    const slug = await addMarketplace(channel, owner, 'mine', shop);
    const { authentication_url, state: nonce } = await begin(slug);
    expect((await complete(channel, slug, consent(channel, shop, authentication_url, nonce))).status).toBe(
      200,
    );
    ctx.sandbox.control.revoke(channel, shop);
    const { id } = await state(slug);
    await expect(
      callMarketplace(ctx, id, 'normal', (access, connector) => connector.account.describe(access)),
    ).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
    expect(
      await server.call('GET', `/api/stores/mine/marketplaces/${slug}.json`, { token: owner }),
    ).toMatchObject({
      body: {
        marketplace: {
          needs_authorization: true,
          state: channel === 'lazada' ? 'verified' : 'unverified',
          can_authenticate: true,
        },
      },
    });
  });
});

it.each(['shopee', 'lazada'] as const)(
  'a %s marketplace keeps its shop: another one’s consent is refused',
  async (channel) => {
    const slug = await addMarketplace(channel);
    const begin1 = await begin(slug);
    expect(
      (
        await complete(
          channel,
          slug,
          consent(channel, addShop(channel), begin1.authentication_url, begin1.state),
        )
      ).status,
    ).toBe(200);
    await server.call('POST', `/api/stores/mine/marketplaces/${slug}/deactivate.json`, { token: owner });
    const begin2 = await begin(slug);
    const answer = await complete(
      channel,
      slug,
      consent(channel, addShop(channel), begin2.authentication_url, begin2.state),
    );
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('belongs to another shop')] } },
    });
  },
);

it('a Shopify return with a wrong hmac, or with a parameter added, is refused', async () => {
  const shop = addShop('shopify');
  await addMarketplace('shopify', owner, 'mine', shop);
  const slug = `shopify-${String(made)}`;
  for (const tamper of [{ hmac: 'f'.repeat(64) }, { extra: '1' }, { hmac: '' }]) {
    const { authentication_url, state: nonce } = await begin(slug);
    const returned = { ...consent('shopify', shop, authentication_url, nonce), ...tamper };
    const answer = await complete('shopify', slug, returned);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 422 });
  }
  expect(await state(slug)).toMatchObject({ state: 'unverified' });
});

it('a merchant who comes from Shopify is sent to authorisation, or learns what to create', async () => {
  const shop = addShop('shopify');
  const enter = (body: unknown, token = owner) =>
    server.call('POST', '/api/marketplaces.json', { token, body });
  expect(await enter({})).toMatchObject({
    status: 422,
    body: { errors: { shop: ['Shopify marketplace does not exist.'] } },
  });
  const absent = {
    status: 404,
    body: { error: `Shopify marketplace ${shop} does not exist. Please create it first.` },
  };
  expect(await enter({ shop: `${shop}.myshopify.com`, params: { hmac: 'x' } })).toMatchObject(absent);
  const slug = await addMarketplace('shopify', owner, 'mine', `https://${shop}.myshopify.com/admin`);
  expect(await enter({ shop: `${shop}.myshopify.com` })).toMatchObject({
    status: 200,
    body: { slug, store: { slug: 'mine' }, authentication_url: expect.stringContaining(shop) },
  });
  expect(await enter({ shop: `${shop}.myshopify.com` }, other)).toMatchObject(absent);
});

it('the consent address is given when the authorisation begins, and works once', async () => {
  const path = `/api/stores/mine/marketplaces/${await addMarketplace('shopee')}`;
  const answer = await server.call('POST', `${path}/authenticate.json`, { token: owner });
  const { authentication_url } = begun.parse(answer.body);
  expect(answer.body).toMatchObject({ marketplace: { state: 'unverified', authentication_url } });
  expect(await server.call('GET', `${path}.json`, { token: owner })).toMatchObject({
    body: { marketplace: { authentication_url: null } },
  });
});

it('a member may look, and not authorise', async () => {
  const slug = await addMarketplace('shopee');
  const member = await server.signIn('member@shop.test');
  const store = await ctx.db
    .selectFrom('stores')
    .select('id')
    .where('slug', '=', 'mine')
    .executeTakeFirstOrThrow();
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'member@shop.test')
    .executeTakeFirstOrThrow();
  await addMember(ctx, store.id, user.id, 'member');
  expect(
    await server.call('GET', `/api/stores/mine/marketplaces/${slug}.json`, { token: member }),
  ).toMatchObject({ status: 200, body: { marketplace: { can_authenticate: false } } });
  expect(
    (await server.call('POST', `/api/stores/mine/marketplaces/${slug}/authenticate.json`, { token: member }))
      .status,
  ).toBe(403);
});

it('a channel whose keys the installation lacks can be added, and verification is refused with the reason', async () => {
  const without = await createTestServer({ ...ctx, apps: {} });
  const token = await without.signIn('owner@shop.test');
  const slug = await addMarketplace('lazada');
  expect(
    await without.call('POST', `/api/stores/mine/marketplaces/${slug}/authenticate.json`, { token }),
  ).toMatchObject({
    status: 422,
    body: { errors: { marketplace: [expect.stringContaining('has no app keys for Lazada')] } },
  });
  await without.close();
});
