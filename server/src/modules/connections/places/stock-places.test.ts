import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { listPlaces, makePlace, editPlace } from '@evenstock/sandbox/control/places';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestServer, type Answer, type TestServer } from '../../../testing/http.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { addMember } from '../../../testing/world.ts';
import { callMarketplace } from '../calls/call-marketplace.ts';

let ctx: SandboxedContext;
let server: TestServer;
let owner: string;
let made = 0;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
  server = await createTestServer(ctx);
  owner = await server.signIn('owner@shop.test');
  await server.call('POST', '/api/stores.json', {
    token: owner,
    body: { store: { name: 'Mine', country: 'sg' } },
  });
});
afterEach(() => {
  ctx.sandbox.control.setFaults([]);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

interface Opened {
  readonly channel: ChannelKind;
  readonly shop: string;
  readonly slug: string;
  /** The vendor's ids of its places, the main one first. */
  readonly places: readonly string[];
}

/** A shop of the sandbox with a listing of 10 units and further places, and its marketplace, not yet authorised. */
async function open(channel: ChannelKind, further: readonly string[]): Promise<Opened> {
  made += 1;
  const { control } = ctx.sandbox;
  const name = `shop-${String(made)}`;
  const { shop } = control.addShop(channel === 'shopify' ? { channel, name, shop: name } : { channel, name });
  control.addListings(channel, shop, { sku: `TEE-${String(made)}`, quantity: 10, name: 'Tee' });
  for (const place of further) makePlace(control, channel, shop, { name: place });
  const marketplace = {
    name: `${channel} ${String(made)}`,
    type: channels[channel].marketplaceType,
    shop_name: channels[channel].shopName === null ? null : name,
  };
  const answer = await server.call('POST', '/api/stores/mine/marketplaces.json', {
    token: owner,
    body: { marketplace },
  });
  const { slug } = z.object({ marketplace: z.object({ slug: z.string() }) }).parse(answer.body).marketplace;
  return { channel, shop, slug, places: listPlaces(control, channel, shop).map(({ id }) => id) };
}

/** The seller consents and comes back. */
async function consent({ channel, shop, slug }: Opened): Promise<Answer> {
  const at = `/api/stores/mine/marketplaces/${slug}`;
  const begun = await server.call('POST', `${at}/authenticate.json`, { token: owner });
  const { authentication_url: url, state } = z
    .object({ authentication_url: z.string(), state: z.string() })
    .parse(begun.body);
  const redirect_uri = new URL(url).searchParams.get('redirect_uri') ?? '';
  const query = new URLSearchParams(ctx.sandbox.control.grant(channel, shop, { state, redirect_uri }));
  const path =
    channel === 'shopify'
      ? `/api/marketplaces/${query.get('shop') ?? ''}/authorize_shopify.json`
      : `${at}/authorize_${channel}.json`;
  return server.call('POST', `${path}?${query.toString()}`, { token: owner });
}

const addressOf = ({ slug }: Opened, rest = ''): string =>
  `/api/stores/mine/marketplaces/${slug}/stock_places${rest}.json`;
const list = (of: Opened) => server.call('GET', addressOf(of), { token: owner });
const choose = (of: Opened, placeIds: readonly string[], ifChosen?: readonly string[]) =>
  server.call('PATCH', addressOf(of), {
    token: owner,
    body: { place_ids: placeIds, ...(ifChosen === undefined ? {} : { if_place_ids: ifChosen }) },
  });
const page = (of: Opened) =>
  server.call('GET', `/api/stores/mine/marketplaces/${of.slug}.json`, { token: owner });

async function pulls({ slug }: Opened): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('marketplace_pulls as p')
    .innerJoin('marketplaces as m', 'm.id', 'p.marketplace_id')
    .where('m.slug', '=', slug)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function chosenActivities({ slug }: Opened) {
  const rows = await ctx.db
    .selectFrom('activities as a')
    .innerJoin('marketplaces as m', 'm.id', 'a.recipient_id')
    .where('m.slug', '=', slug)
    .where('a.key', '=', 'marketplace.choose_places')
    .select(['a.changes'])
    .orderBy('a.id')
    .execute();
  return rows.map(({ changes }) => changes);
}

describe.each(['shopify', 'lazada', 'tiktok'] as const)('connecting a shop of %s', (channel) => {
  it('the only place is chosen without asking, and the first pulls begin', async () => {
    const shop = await open(channel, []);
    expect(await consent(shop)).toMatchObject({
      status: 200,
      body: { marketplace: { place_state: 'chosen', stock_places: { chosen: [{ id: shop.places[0] }] } } },
    });
    await ctx.settle();
    expect(await pulls(shop)).toBeGreaterThan(0);
  });

  it('a member chooses among several before anything is read or written', async () => {
    const shop = await open(channel, ['Jurong']);
    expect(await consent(shop)).toMatchObject({
      status: 200,
      body: { marketplace: { state: 'verified', place_state: 'asked', stock_places: { chosen: [] } } },
    });
    await ctx.settle();
    expect(await pulls(shop)).toBe(0);
    const pull = `/api/stores/mine/marketplaces/${shop.slug}/pull.json`;
    expect((await server.call('POST', pull, { token: owner })).status).toBe(422);
    expect(await list(shop)).toMatchObject({
      status: 200,
      body: {
        stock_places: expect.arrayContaining([
          expect.objectContaining({ id: shop.places[0], is_chosen: false, can_be_chosen: true }),
          expect.objectContaining({ id: shop.places[1], name: 'Jurong', can_be_chosen: true }),
        ]),
        are_summed: channel === 'tiktok',
      },
    });
    const chosen = shop.places.slice(1);
    expect(await choose(shop, chosen)).toMatchObject({ status: 200 });
    await ctx.settle();
    expect((await page(shop)).body).toMatchObject({
      marketplace: {
        place_state: 'chosen',
        stock_places: { chosen: [{ id: shop.places[1], name: 'Jurong' }] },
        num_product_listings: 1,
      },
    });
    expect(await chosenActivities(shop)).toEqual([{ places: [null, 'Jurong'] }]);
  });

  it('a list that fails for a moment keeps the consent, and is read again', async () => {
    const shop = await open(channel, []);
    const call = { shopify: 'locations', lazada: '/seller/warehouse/get', tiktok: 'warehouses' }[channel];
    ctx.sandbox.control.setFaults([{ kind: 'error_500', rate: 1, channel, call }]);
    const answer = await consent(shop);
    expect(answer).toMatchObject({
      status: 200,
      body: { marketplace: { state: 'verified', place_state: 'unread' } },
    });
    expect(await pulls(shop)).toBe(0);
    ctx.sandbox.control.setFaults([]);
    ctx.clock.advance(60_000);
    await ctx.settle();
    expect((await page(shop)).body).toMatchObject({
      marketplace: { place_state: 'chosen', stock_places: { fault: null, chosen: [{ id: shop.places[0] }] } },
    });
    expect(await pulls(shop)).toBeGreaterThan(0);
  });
});

describe('choosing', () => {
  it('refuses places that there are not, closed ones, and several that are not one number', async () => {
    const shop = await open('shopify', ['Jurong', 'Closed']);
    editPlace(ctx.sandbox.control, 'shopify', shop.shop, { key: '3', edit: { is_active: false } });
    await consent(shop);
    const refused = (text: string) => ({
      status: 422,
      body: { errors: { place_ids: [expect.stringContaining(text)] } },
    });
    expect(await choose(shop, ['gid://shopify/Location/1'])).toMatchObject(refused('no such place'));
    expect(await choose(shop, shop.places.slice(0, 2))).toMatchObject(refused('Choose one place'));
    expect(await choose(shop, [])).toMatchObject(refused('Choose a place'));
    expect((await choose(shop, shop.places.slice(2))).status).toBe(422);
    expect((await page(shop)).body).toMatchObject({ marketplace: { place_state: 'asked' } });
  });

  it('refuses a place that is listed as closed', async () => {
    const shop = await open('lazada', ['Jurong', 'Closed']);
    editPlace(ctx.sandbox.control, 'lazada', shop.shop, { key: '3', edit: { is_active: false } });
    await consent(shop);
    expect(await choose(shop, shop.places.slice(2))).toMatchObject({
      status: 422,
      body: { errors: { place_ids: [expect.stringContaining('Closed is closed')] } },
    });
  });

  it('is refused in plain words where a channel has no places', async () => {
    const shop = await open('qoo10', []);
    const refused = {
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('one place of stock')] } },
    };
    expect(await list(shop)).toMatchObject(refused);
    expect(await choose(shop, ['1'])).toMatchObject(refused);
    expect(
      await server.call('GET', `${addressOf(shop, '/preview')}?place_ids[]=1`, { token: owner }),
    ).toMatchObject(refused);
    expect((await page(shop)).body).toMatchObject({ marketplace: { stock_places: null } });
  });

  it('previews what becomes of each number, changes nothing twice, and notices another’s choice', async () => {
    const shop = await open('shopify', ['Jurong']);
    await consent(shop);
    const [main = '', further = ''] = shop.places;
    await choose(shop, [main]);
    await ctx.settle();
    const [listing] = ctx.sandbox.control.listings('shopify', shop.shop);
    ctx.sandbox.control.editListing('shopify', shop.shop, listing?.variant_id ?? '', { places: { 2: 3 } });
    const preview = `${addressOf(shop, '/preview')}?${new URLSearchParams({ 'place_ids[]': further }).toString()}`;
    expect(await server.call('GET', preview, { token: owner })).toMatchObject({
      status: 200,
      body: { total_count: 1, listings: [{ sku: listing?.sku, quantity: 10, shown: 3, written: 10 }] },
    });
    expect(await choose(shop, [further], [further])).toMatchObject({ status: 409 });
    expect(await choose(shop, [further], [main])).toMatchObject({ status: 200 });
    expect((await page(shop)).body).toMatchObject({ marketplace: { place_state: 'moving' } });
    // Meanwhile nothing is called that is about units.
    const { id } = await ctx.db
      .selectFrom('marketplaces')
      .select('id')
      .where('slug', '=', shop.slug)
      .executeTakeFirstOrThrow();
    const read = callMarketplace(ctx, id, 'normal', (access, connector) =>
      connector.listings.page(access, null, null),
    );
    await expect(read).rejects.toMatchObject({ fault: { kind: 'throttled' } });
    expect(await choose(shop, [further], [main])).toMatchObject({ status: 200 });
    expect(await choose(shop, [main])).toMatchObject({ status: 409 });
    await ctx.settle();
    expect(await choose(shop, [further])).toMatchObject({ status: 200 });
    expect(await chosenActivities(shop)).toHaveLength(2);
    expect((await page(shop)).body).toMatchObject({ marketplace: { place_state: 'chosen' } });
  });

  it('is for those who may keep the marketplaces', async () => {
    const shop = await open('lazada', []);
    const { id } = await ctx.db
      .selectFrom('stores')
      .select('id')
      .where('slug', '=', 'mine')
      .executeTakeFirstOrThrow();
    const member = await server.signIn('member@shop.test');
    const { id: userId } = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'member@shop.test')
      .executeTakeFirstOrThrow();
    await addMember(ctx, id, userId, 'member');
    expect((await server.call('GET', addressOf(shop), { token: member })).status).toBe(403);
  });
});
