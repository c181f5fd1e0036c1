import { fieldErrors } from '@evenstock/contract/api/fields';
import { listVariants, showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { mostBarcodes } from '@evenstock/contract/values/barcodes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { mergeVariants } from '../merges/merge-variants.ts';
import { undoMerge } from '../merges/undo-merge.ts';
import { unmergeListing } from '../merges/unmerge-listing.ts';
import { barcodesOf } from './barcodes-of.ts';

const EAN = '4006381333931';
const EAN8 = '96385074';
const UPC = '012345678905';
const ISBN = '9780306406157';

let market: Market;
let server: TestServer;
let token: string;
let userId: number;
let path: string;
let next = 0;
/** A SKU of this test alone, on Shopee and on Shopify. */
let sku: string;

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: {} });
  server = await createTestServer(market.ctx);
  path = `/api/stores/${String(market.storeId)}`;
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

/** Lists a new SKU on both marketplaces, with what each shows of it. */
async function list(shown: { readonly shopee?: string; readonly shopify?: string }): Promise<void> {
  next += 1;
  sku = `GOODS-${String(next)}`;
  for (const channel of ['shopee', 'shopify'] as const) {
    const { shop } = market.shop(channel);
    const barcode = shown[channel] ?? null;
    market.sandbox.control.addListings(channel, shop, { sku, quantity: 3, name: `The ${sku}`, barcode });
  }
  for (const shop of market.shops) await market.pull(shop, 'listings', 'reconcile');
}

async function idsOf(code = sku): Promise<number[]> {
  const rows = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', code)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const change = (id: number | undefined, variant: object) =>
  server.call('PATCH', `${path}/variants/${String(id)}.json`, { token, body: { variant } });

async function shown(id: number | undefined): Promise<Variant['barcodes']> {
  const answer = await server.call('GET', `${path}/variants/${String(id)}.json`, { token });
  return showVariant.reply.parse(answer.body).variant.barcodes;
}
const codes = async (id: number | undefined): Promise<string[]> => (await shown(id)).map(({ code }) => code);

async function found(text: string): Promise<number[]> {
  const query = new URLSearchParams({ 'q[name_or_sku_cont]': text, 'q[filter_status]': 'all' });
  const answer = await server.call('GET', `${path}/variants/products_page.json?${String(query)}`, { token });
  return listVariants.reply.parse(answer.body).variants.map(({ id }) => id);
}

async function activities(id: number | undefined) {
  const rows = await market.ctx.db
    .selectFrom('activities')
    .select('changes')
    .where('recipient_type', '=', 'Variant')
    .where('recipient_id', '=', id ?? 0)
    .where('key', '=', 'variant.update')
    .orderBy('id')
    .execute();
  return rows.map(({ changes }) => changes);
}

describe('what members enter', () => {
  let id: number | undefined;
  beforeEach(async () => {
    await list({ shopee: EAN });
    [id] = await idsOf();
  });

  it('is kept as a number, shown with its kind and source, and recorded', async () => {
    const answer = await change(id, { add_barcodes: [' 978-0-306-40615-7 ', '９６３８５０７５'] });
    expect(answer.status).toBe(200);
    expect(await shown(id)).toEqual([
      expect.objectContaining({
        code: EAN,
        kind: 'EAN-13',
        is_entered: false,
        shown_by: [expect.objectContaining({ marketplace: expect.objectContaining({ channel: 'shopee' }) })],
      }),
      {
        code: ISBN,
        kind: 'ISBN-13',
        has_wrong_check_digit: false,
        is_entered: true,
        shown_by: [],
        also_of: [],
      },
      expect.objectContaining({ code: '96385075', kind: 'EAN-8', has_wrong_check_digit: true }),
    ]);
    expect(await activities(id)).toEqual([{ barcodes: ['', `${ISBN}, 96385075`] }]);
  });

  it('is taken away again, in any of its forms, and twice the same changes nothing', async () => {
    await change(id, { add_barcodes: [UPC, `0${UPC}`] });
    expect(await codes(id)).toEqual([EAN, UPC]);
    await change(id, { add_barcodes: [`00${UPC}`] });
    await change(id, { remove_barcodes: [`0${UPC}`] });
    await change(id, { remove_barcodes: [UPC] });
    expect(await codes(id)).toEqual([EAN]);
    expect(await activities(id)).toEqual([{ barcodes: ['', UPC] }, { barcodes: [UPC, ''] }]);
  });

  it('of a listing is taken away at its marketplace alone', async () => {
    const refused = await change(id, { remove_barcodes: [EAN] });
    expect(refused.status).toBe(422);
    expect(fieldErrors.parse(refused.body).errors).toEqual({
      remove_barcodes: [`${EAN} is shown by shopee. Change it there.`],
    });
    await change(id, { add_barcodes: [EAN] });
    await change(id, { remove_barcodes: [EAN] });
    expect(await shown(id)).toMatchObject([{ code: EAN, is_entered: false }]);
  });

  it.each([
    ['N/A', 'Enter a barcode'],
    [' ', 'Enter a barcode'],
    [
      '8.88001E+12',
      'The spreadsheet has shortened this number, so its last digits are lost. Format the cell as text, and enter the number again.',
    ],
    ['x'.repeat(65), 'A barcode has 64 characters at most'],
    [`${EAN}, ${UPC}`, 'A barcode has no comma and no semicolon: enter several one by one'],
  ])('%j is refused', async (code, reason) => {
    const refused = await change(id, { add_barcodes: [code] });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(reason);
    expect(await codes(id)).toEqual([EAN]);
  });

  it('has a limit of number', async () => {
    const many = Array.from({ length: mostBarcodes }, (_, place) => `C-${String(place)}`);
    expect((await change(id, { add_barcodes: many })).status).toBe(200);
    const refused = await change(id, { add_barcodes: ['ONE-MORE'] });
    expect(fieldErrors.parse(refused.body).errors).toEqual({
      add_barcodes: [`Members enter ${String(mostBarcodes)} barcodes for a SKU at most`],
    });
  });

  it('names the other SKUs of the store that have it', async () => {
    const [, other] = await idsOf();
    await change(other, { add_barcodes: [EAN] });
    const [first] = (await shown(id)).filter(({ code }) => code === EAN);
    expect(first?.also_of.map((twin) => twin.id)).toContain(other);
    expect(first?.also_of.map((twin) => twin.id)).not.toContain(id);
  });
});

describe('the barcodes of merged SKUs', () => {
  const merge = async (ids: readonly number[]) => {
    const options = { storeId: market.storeId, variantIds: ids, quantity: 'highest', userId } as const;
    return (await mergeVariants(market.ctx, options)) ?? 0;
  };

  it('are all of them, and the forms of one number are one', async () => {
    await list({ shopee: UPC, shopify: `0${UPC}` });
    const ids = await idsOf();
    await change(ids[1], { add_barcodes: [EAN8] });
    const merged = await merge(ids);
    expect(await shown(merged)).toMatchObject([
      { code: UPC, is_entered: false, shown_by: [{}, {}] },
      { code: EAN8, is_entered: true },
    ]);
    expect((await barcodesOf(market.ctx.db, [merged])).get(merged)).toEqual([
      { code: UPC, key: `00${UPC}` },
      { code: EAN8, key: `000000${EAN8}` },
    ]);
    const scannable = await barcodesOf(market.ctx.db, ids);
    const away = ids.find((id) => id !== merged) ?? 0;
    expect(scannable.get(away)).toEqual(scannable.get(merged));
    await change(merged, { remove_barcodes: [EAN8] });
    expect(await codes(merged)).toEqual([UPC]);
  });

  it('go with the listing that is unmerged, and what members entered stays', async () => {
    await list({ shopee: EAN, shopify: ISBN });
    const ids = await idsOf();
    await change(ids[1], { add_barcodes: [EAN8] });
    const merged = await merge(ids);
    const { id: listing } = await market.ctx.db
      .selectFrom('variant_listings')
      .select('id')
      .where('sku', '=', sku)
      .where('marketplace_id', '=', market.shop('shopify').marketplaceId)
      .executeTakeFirstOrThrow();
    const alone = await unmergeListing(market.ctx, { id: market.storeId }, { userId }, listing);
    expect(await codes(alone)).toEqual([ISBN]);
    expect(await codes(merged)).toEqual([EAN, EAN8]);
    expect(await found(ISBN)).toContain(alone);
    expect(await found(ISBN)).not.toContain(merged);
  });

  it('are what they were once the merge is undone', async () => {
    await list({ shopee: EAN, shopify: ISBN });
    const [first, second] = await idsOf();
    await change(second, { add_barcodes: [EAN8] });
    const merged = await merge([first ?? 0, second ?? 0]);
    await change(merged, { add_barcodes: ['SINCE-THEN'] });
    const { id: mergeId } = await market.ctx.db
      .selectFrom('variant_merges')
      .select('id')
      .where('variant_id', '=', merged)
      .executeTakeFirstOrThrow();
    await undoMerge(market.ctx, { id: market.storeId }, { userId }, mergeId);
    expect(await codes(first)).toEqual([EAN, 'SINCE-THEN']);
    expect(await codes(second)).toEqual([ISBN, EAN8]);
    expect(await found(EAN8)).toContain(second);
    expect(await found(EAN8)).not.toContain(first);
  });

  it('of a listing that is deleted are none of the SKU’s', async () => {
    await list({ shopee: EAN, shopify: ISBN });
    const merged = await merge(await idsOf());
    const { control } = market.sandbox;
    const { shop } = market.shop('shopify');
    const listed = control.listings('shopify', shop).find((each) => each.sku === sku);
    control.editListing('shopify', shop, listed?.variant_id ?? '', { status: 'deleted' });
    await market.ctx.db
      .updateTable('variant_listings')
      .set({ deleted_at: market.clock.now(), state: 'deleted' })
      .where('sku', '=', sku)
      .where('marketplace_id', '=', market.shop('shopify').marketplaceId)
      .execute();
    expect(await codes(merged)).toEqual([EAN]);
  });
});

describe('a search', () => {
  it.each([
    [UPC, [UPC, `0${UPC}`, `00${UPC}`, '12345678905', '0 12345 67890 5']],
    [`00${UPC}`, [UPC, `0${UPC}`]],
    [EAN, [EAN, '4006381', '4 006381 333931']],
    [EAN8, [EAN8]],
    [ISBN, [ISBN, '978-0-306-40615-7', '0306406152', '0-306-40615-2']],
    ['0-8044-2957-X', ['080442957x', '0-8044-2957-X', '9780804429573']],
  ])('finds %s by each of its forms', async (code, typed) => {
    await list({});
    const [id] = await idsOf();
    await change(id, { add_barcodes: [code] });
    for (const text of typed) expect(await found(text), text).toContain(id);
    await change(id, { remove_barcodes: [code] });
    for (const text of typed) expect(await found(text), text).not.toContain(id);
  });

  it('finds a SKU whose own code is an ISBN with hyphens', async () => {
    market.sandbox.control.addListings('shopee', market.shop('shopee').shop, {
      sku: '978-0-306-40615-7',
      quantity: 3,
      name: 'A book',
    });
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    const [id] = await idsOf('978-0-306-40615-7');
    for (const text of ['978-0-306-40615-7', ISBN, '978-0-306'])
      expect(await found(text), text).toContain(id);
  });
});
