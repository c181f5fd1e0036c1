import { plainError } from '@evenstock/contract/api/fields';
import { chinese } from '@evenstock/contract/messages/chinese';
import { variantSettingNames, type VariantSetting } from '@evenstock/contract/catalog/variant-settings';
import { showVariant } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

let market: Market;
let server: TestServer;
let token: string;
let path: string;

beforeAll(async () => {
  market = await createMarket({ channels: ['lazada'], skus: { A: 5 } });
  server = await createTestServer(market.ctx);
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'admin');
  const switches = { keeps_safety_stock: true, running_out_days: 14 };
  await market.ctx.db.updateTable('stores').set(switches).where('id', '=', market.storeId).execute();
  token = await openSession(market.ctx, user);
  const { id } = await market.ctx.db.selectFrom('variants').select('id').executeTakeFirstOrThrow();
  path = `/api/stores/${String(market.storeId)}/variants/${String(id)}.json`;
});
afterAll(async () => {
  await server.close();
  await market.close();
});

interface Change {
  readonly given: unknown;
  readonly english: string;
  readonly chinese: string;
}

/** Another value of each setting, and how the answer names it. */
const theirs = (): Readonly<Record<VariantSetting, Change>> => ({
  name: { given: 'Theirs', english: 'name “Theirs”', chinese: '名称“Theirs”' },
  has_maximum_quantity: {
    given: true,
    english: 'Marketplace Qty Limited on',
    chinese: '渠道数量受限：开启',
  },
  disable_restock: { given: true, english: 'Disable restock on', chinese: '禁用自动恢复库存：开启' },
  reorder_point: { given: 7, english: 'reorder point 7', chinese: '补货点 7' },
  safety_stock: { given: 3, english: 'safety stock 3', chinese: '安全库存 3' },
  last_units: {
    given: { marketplace_id: market.shop('lazada').marketplaceId, units: 2 },
    english: 'last units 2 · lazada',
    chinese: '最后库存 2 · lazada',
  },
});

it.each(variantSettingNames)(
  'a member who would overwrite a change of %s gets its new value, in both languages',
  async (setting) => {
    const read = showVariant.reply.parse((await server.call('GET', path, { token })).body).variant;
    market.clock.advance(1_000);
    const setUp = (variant: object) => server.call('PATCH', path, { token, body: { variant } });
    const change = theirs()[setting];
    expect(await setUp({ [setting]: change.given })).toMatchObject({ status: 200 });
    const answer = await setUp({ name: 'Mine', if_unchanged_since: read.settings_updated_at });
    expect(answer).toMatchObject({ status: 409, body: { code: 'catalog.variant_changed' } });
    const { error, code, values } = plainError.parse(answer.body);
    const inChinese = chinese({ code: code ?? '', values: values ?? {} });
    expect(error).toContain(change.english);
    expect(inChinese).toContain(change.chinese);
    expect(`${error}${inChinese}`).not.toContain('{{');
  },
);
