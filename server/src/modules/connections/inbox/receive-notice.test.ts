import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { addPopulatedStore } from '../../../testing/world.ts';
import { noticeAddress } from './receive-notice.ts';

let ctx: SandboxedContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
  server = await createTestServer(ctx);
  const store = await addPopulatedStore(ctx);
  const now = ctx.clock.now();
  for (const [channel, shop] of [
    ['shopee', '600001'],
    ['lazada', '100050'],
    ['shopify', 'kopi.myshopify.com'],
  ] as const) {
    await ctx.db
      .insertInto('marketplaces')
      .values({
        store_id: store.id,
        slug: channel,
        name: channel,
        channel,
        channel_shop_id: shop,
        state: 'verified',
        created_at: now,
        updated_at: now,
      })
      .execute();
  }
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  await ctx.db.deleteFrom('webhook_deliveries').execute();
});

interface Signed {
  readonly body: string;
  readonly headers: Record<string, string>;
}

const secretOf = (channel: ChannelKind): string => ctx.apps[channel]?.secret ?? '';

const signing = ['shopee', 'lazada', 'shopify'] as const;
type Signing = (typeof signing)[number];

/** An order's notice as each vendor signs it. */
const notices: Record<Signing, (shop: string | null, number: string) => Signed> = {
  shopee(shop, number) {
    const body = JSON.stringify({
      data: { ordersn: number, status: 'READY_TO_SHIP', completed_scenario: '', update_time: 1760000000 },
      shop_id: Number(shop ?? '600001'),
      code: 3,
      timestamp: 1760000001,
    });
    const text = `${noticeAddress(ctx.settings.publicUrl, 'shopee')}|${body}`;
    return {
      body,
      headers: { authorization: createHmac('sha256', secretOf('shopee')).update(text).digest('hex') },
    };
  },
  lazada(shop, number) {
    const body = JSON.stringify({
      seller_id: shop ?? '100050',
      message_type: 0,
      data: {
        order_status: 'pending',
        trade_order_id: number,
        trade_order_line_id: `${number}1`,
        status_update_time: 1760000000,
      },
      timestamp: 1760000001000,
      site: 'lazada_sg',
    });
    const text = `${ctx.apps.lazada?.id ?? ''}${body}`;
    return {
      body,
      headers: { authorization: createHmac('sha256', secretOf('lazada')).update(text).digest('hex') },
    };
  },
  shopify(shop, number) {
    const body = JSON.stringify({
      id: Number(number),
      admin_graphql_api_id: `gid://shopify/Order/${number}`,
      name: `#${number}`,
    });
    return {
      body,
      headers: {
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': shop ?? 'kopi.myshopify.com',
        'x-shopify-webhook-id': `w-${number}`,
        'x-shopify-event-id': `e-${number}`,
        'x-shopify-hmac-sha256': createHmac('sha256', secretOf('shopify')).update(body).digest('base64'),
      },
    };
  },
};
const otherShop: Record<Signing, string> = {
  shopee: '999999',
  lazada: '999999',
  shopify: 'other.myshopify.com',
};

async function post(channel: string, { body, headers }: Signed): Promise<{ status: number; body: string }> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/webhooks/${channel}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.body };
}
const stored = () => ctx.db.selectFrom('webhook_deliveries').selectAll().execute();

describe.each(signing)('%s', (channel) => {
  it('a signed notice is stored before it is answered as the vendor wants', async () => {
    const { accepted } = ctx.connectors[channel].webhooks ?? { accepted: null };
    expect(await post(channel, notices[channel](null, '1001'))).toEqual(accepted);
    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ channel, about: { kind: 'order' }, processed_at: null });
  });

  it('a repeated notice, concurrent or later, changes nothing', async () => {
    const notice = notices[channel](null, '1002');
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(channel, notice)));
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  it('a forged, unsigned, altered or foreign notice is not stored', async () => {
    const signed = notices[channel](null, '1003');
    const flipped = Object.fromEntries(
      Object.entries(signed.headers).map(([name, value]) => [
        name,
        /hmac|authorization/.test(name) ? `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}` : value,
      ]),
    );
    const unsigned = Object.fromEntries(
      Object.entries(signed.headers).filter(([name]) => !/hmac|authorization/.test(name)),
    );
    const bad = [
      { body: signed.body, headers: flipped },
      { body: signed.body, headers: unsigned },
      { body: `${signed.body} `, headers: signed.headers },
      { body: '', headers: signed.headers },
      notices[channel](otherShop[channel], '1003'),
    ];
    for (const notice of bad) expect((await post(channel, notice)).status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  it('stores the hint alone, without the buyer’s data', async () => {
    const secret = notices[channel](null, '1004');
    await post(channel, secret);
    expect(JSON.stringify((await stored()).map(({ about }) => about)).length).toBeLessThan(200);
  });
});

it('a signed notice that names no shop, as Shopee checks an address, is accepted and not stored', async () => {
  const body = '{"code":0,"data":{"verify_info":"This is a Verification message."}}';
  const text = `${noticeAddress(ctx.settings.publicUrl, 'shopee')}|${body}`;
  const authorization = createHmac('sha256', secretOf('shopee')).update(text).digest('hex');
  expect(await post('shopee', { body, headers: { authorization } })).toEqual(
    ctx.connectors.shopee.webhooks?.accepted,
  );
  expect((await post('shopee', { body, headers: { authorization: 'forged' } })).status).toBe(401);
  expect(await stored()).toEqual([]);
});

it('a channel that is not served has no address', async () => {
  expect((await post('nobody', { body: '{}', headers: {} })).status).toBe(404);
});
