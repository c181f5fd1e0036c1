import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { massDelist, massSalePreview, type SaleVerb } from '@evenstock/contract/listings/mass-sales';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { massDelistOperation } from './run-mass-sale.ts';

let market: Market;
let server: TestServer;
let token: string;
let store: string;

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee', 'lazada', 'amazon-sg', 'tokopedia'],
    skus: { A: 5, B: 5, C: 5, D: 5, E: 5 },
  });
  server = await createTestServer(market.ctx);
  store = `/api/stores/${String(market.storeId)}`;
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.sandbox.control.setFaults([]);
  market.setNetwork(null);
});

const post = (path: string, body: unknown = {}) => server.call('POST', `${store}${path}`, { token, body });
const preview = async (verb: SaleVerb, variants: unknown) =>
  massSalePreview.parse((await post('/product_listings/mass_sale_preview.json', { verb, variants })).body);
const begin = (verb: SaleVerb, variants: unknown, expected?: number) =>
  post(`/product_listings/mass_${verb}.json`, {
    variants,
    ...(expected === undefined ? {} : { expected_count: expected }),
  });
async function start(verb: SaleVerb, variants: unknown): Promise<number> {
  return massDelist.reply.parse((await begin(verb, variants)).body).mass_action.id;
}

/** The SKUs of a code, one for each marketplace. */
async function choose(...codes: string[]): Promise<{ ids: number[] }> {
  const rows = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('store_id', '=', market.storeId)
    .where('sku', 'in', codes)
    .execute();
  return { ids: rows.map(({ id }) => id) };
}

/**
 * Lets time pass until an operation has ended.
 * @returns its rows by label: the outcome of each, or why it failed
 */
async function outcomes(id: number): Promise<Record<string, string>> {
  for (let turn = 0; turn < 60; turn += 1) {
    await market.ctx.runJobs();
    const { body } = await server.call('GET', `${store}/operations/${String(id)}.json?per_page=100`, {
      token,
    });
    const { operation, rows } = showOperation.reply.parse(body);
    if (operation.finished_at !== null) {
      return Object.fromEntries(
        rows.map(({ label, state, reason }) => [
          label.split(':')[0] ?? '',
          reason === null ? state : `${state}: ${reason.text}`,
        ]),
      );
    }
    market.clock.advance(10_000);
  }
  throw new Error('It is still under way.');
}

async function stateOf(channel: ChannelKind, sku: string): Promise<string> {
  const { state } = await market.ctx.db
    .selectFrom('variant_listings as l')
    .innerJoin('product_listings as p', 'p.id', 'l.product_listing_id')
    .select('p.state')
    .where('l.marketplace_id', '=', market.shop(channel).marketplaceId)
    .where('l.sku', '=', sku)
    .executeTakeFirstOrThrow();
  return state;
}

const unlistings = () =>
  market.sandbox.control
    .calls('shopee', market.shop('shopee').shop)
    .filter(({ call }) => call.includes('unlist_item')).length;

const notOffered = (channel: string) =>
  `skipped: ${channel} does not let other programs do this. Do it in its seller centre.`;

it('delists and relists the listings of the chosen SKUs, and shows which are skipped', async () => {
  const chosen = await choose('A');
  expect(await preview('delist', chosen)).toMatchObject({
    count: 2,
    variants_count: 2,
    marketplaces: [
      { name: 'lazada', count: 1 },
      { name: 'shopee', count: 1 },
    ],
    skipped: [
      { name: 'amazon-sg', count: 1, reason: { code: 'listings.not_by_channel' } },
      { name: 'tokopedia', count: 1, reason: { code: 'listings.not_by_channel' } },
    ],
  });
  expect(await outcomes(await start('delist', chosen))).toEqual({
    shopee: 'done',
    lazada: 'done',
    'amazon-sg': notOffered('Amazon SG'),
    tokopedia: notOffered('Tokopedia'),
  });
  expect(await stateOf('shopee', 'A')).toBe('inactive');
  expect(await preview('delist', chosen)).toMatchObject({ count: 0, marketplaces: [] });
  expect((await begin('delist', chosen)).body).toMatchObject({
    errors: { variants: ['None of the chosen listings can take part.'] },
  });
  // SKUs of which some are on sale are skipped.
  const relisted = await outcomes(await start('relist', await choose('A', 'B')));
  expect(relisted['tokopedia']).toBe(notOffered('Tokopedia'));
  market.clock.advance(120_000);
  await market.ctx.runJobs();
  expect(await stateOf('shopee', 'A')).toBe('live');
});

it('acts on all that a filter matches, and only where the number equals the confirmed one', async () => {
  const matching = { q: { name_or_sku_cont: 'B' } };
  const { count } = await preview('delist', matching);
  const refused = await begin('delist', matching, count + 1);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'listings.choice_changed' });
  const before = unlistings();
  expect((await begin('delist', matching, count)).status).toBe(202);
  await market.ctx.runJobs();
  market.clock.advance(120_000);
  await market.ctx.runJobs();
  expect(unlistings()).toBe(before + 1);
  expect(await stateOf('shopee', 'B')).toBe('inactive');
});

it('delists once where the answer is lost, and a retry of what failed finds it done', async () => {
  const before = unlistings();
  market.sandbox.control.setFaults([{ kind: 'error_after_commit', channel: 'shopee', count: 1 }]);
  const id = await start('delist', await choose('C'));
  const first = await outcomes(id);
  expect(first['lazada']).toBe('done');
  market.clock.advance(600_000);
  await market.ctx.runJobs();
  expect(first['shopee']).toMatch(/^unconfirmed: Shopee has not confirmed yet/);
  // Its action is confirmed meanwhile, so that the run shows it as done.
  const later = await server.call('GET', `${store}/operations/${String(id)}.json`, { token });
  const { operation, rows } = showOperation.reply.parse(later.body);
  expect(operation).toMatchObject({ total: 4, done: 4, failed: 0, can_retry: false });
  expect(rows.map(({ state, reason }) => [state, reason?.code ?? null])).toContainEqual(['done', null]);
  expect(rows.filter(({ state }) => state === 'failed')).toEqual([]);
  const { body } = await post(`/operations/${String(id)}/retry.json`);
  const again = retryOperation.reply.parse(body).operation.id;
  expect(await outcomes(again)).toEqual({ shopee: 'done' });
  expect(unlistings()).toBe(before + 1);
  expect(await stateOf('shopee', 'C')).toBe('inactive');
});

it('delists once where the process dies between the marketplace’s answer and its record', async () => {
  const before = unlistings();
  const id = await start('delist', await choose('D'));
  const operation = await market.ctx.db
    .selectFrom('operations')
    .select(['params', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const record = {
    id,
    storeId: market.storeId,
    kind: 'product_listing.mass_delist',
    subjectId: null,
    userId: operation.user_id,
    total: 4,
    done: 0,
    failed: 0,
    failures: 0,
  } as const;
  const ids = (operation.params as { listing_ids: number[] }).listing_ids;
  for (const next of ids.keys()) {
    const dying = massDelistOperation.step(
      market.ctx,
      record,
      { params: operation.params, cursor: { next } },
      () => Promise.reject(new Error('killed')),
    );
    await expect(dying).rejects.toThrow('killed');
  }
  expect(unlistings()).toBe(before + 1);
  expect(await outcomes(id)).toMatchObject({ shopee: 'done', lazada: 'done' });
  expect(unlistings()).toBe(before + 1);
});
