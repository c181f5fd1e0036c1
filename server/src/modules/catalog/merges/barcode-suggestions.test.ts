import {
  listMergeable,
  listMergeableByBarcode,
  mostOfBarcode,
} from '@evenstock/contract/catalog/suggested-merges';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { countGroups } from './automerge.queries.ts';
import { mergeVariants } from './merge-variants.ts';

const EAN = '4006381333931';
const UPC = '012345678905';

let market: Market;
let server: TestServer;
let token: string;
let userId: number;
let path: string;

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: {} });
  const listings = {
    shopee: [
      ['EQUAL', EAN],
      ['OTHER', '96385074'],
      ['UNTOLD', '14006381333938'],
      ['TEE-RED', UPC],
      ...Array.from({ length: mostOfBarcode + 1 }, (_, place) => [`COMMON-${String(place)}`, 'IN-HOUSE']),
    ],
    shopify: [
      ['EQUAL', EAN],
      ['OTHER', '9780306406157'],
      ['UNTOLD', null],
      ['TEE/RED', `0${UPC}`],
    ],
  } as const;
  for (const channel of ['shopee', 'shopify'] as const) {
    const { shop } = market.shop(channel);
    for (const [sku, barcode] of listings[channel])
      market.sandbox.control.addListings(channel, shop, {
        sku,
        quantity: 5,
        name: sku,
        barcode,
      });
    await market.pull(market.shop(channel), 'listings', 'reconcile');
  }
  server = await createTestServer(market.ctx);
  path = `/api/stores/${String(market.storeId)}/variants`;
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

const bySku = async () =>
  listMergeable.reply.parse((await server.call('GET', `${path}/mergeable.json`, { token })).body);
const byBarcode = async () =>
  listMergeableByBarcode.reply.parse(
    (await server.call('GET', `${path}/mergeable_by_barcode.json`, { token })).body,
  );

it('suggestions by code say whether the barcodes are the same', async () => {
  const { variant_groups: groups } = await bySku();
  expect(groups.map(({ sku, barcodes }) => [sku, barcodes])).toEqual([
    ['EQUAL', 'same'],
    ['OTHER', 'different'],
    ['UNTOLD', null],
  ]);
  expect(groups[1]?.variant_barcodes.map(({ codes }) => codes)).toEqual([['96385074'], ['9780306406157']]);
});

it('SKUs of other codes that share a number in any form are suggested, and never merged automatically', async () => {
  const { barcode_groups: groups, total_count: count } = await byBarcode();
  expect(count).toBe(1);
  expect(groups).toMatchObject([{ shared_barcodes: [UPC], highest: 5, lowest: 5, barcodes: 'same' }]);
  expect(groups[0]?.variants.map(({ sku }) => sku)).toEqual(['TEE-RED', 'TEE/RED']);
  expect(await countGroups(market.ctx.db, market.storeId)).toMatchObject({ groups_count: 3 });
});

it('a group that was merged is suggested no more', async () => {
  const [group] = (await byBarcode()).barcode_groups;
  const variantIds = group?.variants.map(({ id }) => id) ?? [];
  await mergeVariants(market.ctx, { storeId: market.storeId, variantIds, quantity: 'highest', userId });
  expect((await byBarcode()).barcode_groups).toEqual([]);
});
