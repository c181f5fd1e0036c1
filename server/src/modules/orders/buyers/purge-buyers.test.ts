import { createHmac } from 'node:crypto';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { placesWith as placesIn } from '../../../testing/places-with.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { purgeAskedBuyers } from './purge-buyers.ts';

/** A word that members and the buyer write in every text field. */
const WORD = 'Zanzibarova';
let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 900 } });
  for (const shop of market.shops) await market.pull(shop, 'returns');
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'owner');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

const store = () => `/api/stores/${String(market.storeId)}`;
const place = (number: string, call: string) => `${store()}/orders/${encodeURIComponent(number)}${call}.json`;
const get = (path: string) => server.call('GET', path, { token });
const placesWith = (texts: readonly string[]) => placesIn(market.ctx, texts);

async function orderOf(number: string): Promise<Order> {
  return showOrder.reply.parse((await get(place(number, ''))).body).order;
}

/** Imports a delivered order with a remark of its buyer. */
async function delivered(channel: ChannelKind, events: readonly ('ship' | 'deliver' | 'request_return')[]) {
  const { control } = market.sandbox;
  const { shop } = market.shop(channel);
  const lines = [{ sku: 'TEE', quantity: 1 }];
  const { number } = control.placeOrder(channel, shop, { lines, remarks: `For ${WORD}` });
  for (const event of events) {
    market.clock.advance(5_000);
    control.orderEvent(channel, shop, number, event, {});
  }
  market.clock.advance(130_000);
  await market.pull(market.shop(channel), 'orders');
  await market.pull(market.shop(channel), 'returns');
  await settle();
  return number;
}

describe('the purge of a buyer', () => {
  it('is shown on the page, and no document that names the buyer is printed', async () => {
    const number = await delivered('shopee', ['ship', 'deliver']);
    const before = await orderOf(number);
    expect(before.buyer_deleted_at).toBeNull();
    const at = market.clock.now();
    await purgeAskedBuyers(market.ctx, {
      marketplaceId: market.shop('shopee').marketplaceId,
      orders: null,
      buyerId: null,
    });
    await settle();
    const after = await orderOf(number);
    expect(after).toMatchObject({ name: null, phone: null, full_address: null, remarks: null, notes: null });
    expect(after.buyer_deleted_at).toBe(at.toISOString());
    expect(after.unavailable_actions).toContainEqual({
      action: 'print_label',
      reason: 'The buyer’s data were deleted, so nothing can be printed with them.',
      reason_message: { code: 'printing.buyer_deleted', values: {} },
    });
    expect(after.actions).not.toContain('ship');
    const label = await get(place(number, '/get_shipping_label'));
    expect(label.status).toBe(422);
    expect(JSON.stringify(label.body)).toContain('data were deleted');
    const invoices = await get(`${store()}/orders/get_invoices.json?q[id_in][]=${String(after.id)}`);
    expect(JSON.stringify(invoices.body)).toContain('data were deleted');
    // Buyers' data that the marketplace reports again are not stored.
    const { shop } = market.shop('shopee');
    market.sandbox.control.orderEvent('shopee', shop, number, 'request_return', {});
    market.clock.advance(130_000);
    await market.pull(market.shop('shopee'), 'orders');
    await settle();
    const again = await orderOf(number);
    expect(again).toMatchObject({ name: null, remarks: null });
    expect(again.marketplace_raw_state).not.toBe(after.marketplace_raw_state);
  });

  it('comes when the channel’s rule says, and not before', async () => {
    const number = await delivered('shopee', ['ship', 'deliver']);
    await sql`update orders set buyer_due_at = ${new Date(market.clock.now().getTime() + 3_600_000)} where number = ${number}`.execute(
      market.ctx.db,
    );
    await market.ctx.tick();
    await settle();
    expect((await orderOf(number)).name).not.toBeNull();
    market.clock.advance(3_700_000);
    await market.ctx.tick();
    await settle();
    expect((await orderOf(number)).buyer_deleted_at).not.toBeNull();
  });
});

describe('a privacy notice of Shopify', () => {
  const send = (topic: string, body: object, id: string, secret = market.ctx.apps.shopify?.secret ?? '') => {
    const payload = JSON.stringify(body);
    return server.app.inject({
      method: 'POST',
      url: '/webhooks/shopify',
      payload,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(payload).digest('base64'),
        'x-shopify-shop-domain': domain,
        'x-shopify-webhook-id': id,
      },
    });
  };
  let domain = '';
  const person = { id: 207119551, email: `${WORD}@mail.test`, phone: '+65 555 1111' };
  const numberOf = (id: string): number => Number(id.replace(/^.*\//, ''));
  const rowOf = (number: string) =>
    market.ctx.db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
  beforeAll(async () => {
    const { channel_shop_id: shopId } = await market.ctx.db
      .selectFrom('marketplaces')
      .select('channel_shop_id')
      .where('id', '=', market.shop('shopify').marketplaceId)
      .executeTakeFirstOrThrow();
    domain = shopId ?? '';
  });

  it('that requests a buyer’s data notifies the members of the orders, without data of the buyer', async () => {
    const number = await delivered('shopify', []);
    const { channel_order_id: id, reference_number: reference } = await rowOf(number);
    const body = {
      shop_domain: domain,
      customer: person,
      orders_requested: [numberOf(id)],
      data_request: { id: 9999 },
    };
    expect((await send('customers/data_request', body, 'a', 'forged')).statusCode).toBe(401);
    for (const time of [1, 2]) {
      expect((await send('customers/data_request', body, 'data-1')).statusCode, String(time)).toBe(200);
    }
    await settle();
    const told = await market.ctx.db
      .selectFrom('store_notifications')
      .select(['paragraphs', 'place'])
      .where('kind', '=', 'buyer_data_asked')
      .execute();
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain(reference);
    expect(await placesWith([person.email, person.phone])).toEqual([]);
  });

  it('that asks to delete a buyer’s data deletes them of the named orders, and no others', async () => {
    const [first, other] = [await delivered('shopify', []), await delivered('shopify', [])];
    const { channel_order_id: id } = await rowOf(first);
    const body = { shop_domain: domain, customer: person, orders_to_redact: [numberOf(id)] };
    expect((await send('customers/redact', body, 'redact-1')).statusCode).toBe(200);
    await settle();
    expect(await rowOf(first)).toMatchObject({
      buyer_sealed: null,
      buyer_key: null,
      content_key: null,
      remarks: null,
    });
    expect((await rowOf(first)).buyer_deleted_at).not.toBeNull();
    expect((await rowOf(other)).buyer_sealed).not.toBeNull();
    expect(await placesWith([person.email, person.phone])).toEqual([]);
  });

  it('that names no order deletes the data of the buyer that it names', async () => {
    const number = await delivered('shopify', []);
    const { marketplaceId } = market.shop('shopify');
    const read = await callMarketplace(market.ctx, marketplaceId, 'normal', (access, { orders }) =>
      orders.read(access, [number]),
    );
    const customer = read.orders[0]?.buyer.id ?? '';
    expect(customer).not.toBe('');
    const body = {
      shop_domain: domain,
      customer: { ...person, id: numberOf(customer) },
      orders_to_redact: [],
    };
    expect((await send('customers/redact', body, 'redact-2')).statusCode).toBe(200);
    await settle();
    expect((await rowOf(number)).buyer_deleted_at).not.toBeNull();
  });

  it('that the shop itself sends is understood: whose data are asked for, and whose are deleted', async () => {
    const [asked, deleted] = [await delivered('shopify', []), await delivered('shopify', [])];
    const { control } = market.sandbox;
    const { shop } = market.shop('shopify');
    const { reference_number: reference } = await rowOf(asked);
    control.privacyNotice('shopify', shop, { topic: 'CUSTOMERS_DATA_REQUEST', orders: [asked] });
    control.privacyNotice('shopify', shop, { topic: 'CUSTOMERS_REDACT', orders: [deleted] });
    await settle();
    const told = await market.ctx.db
      .selectFrom('store_notifications')
      .select('paragraphs')
      .where('kind', '=', 'buyer_data_asked')
      .execute();
    expect(JSON.stringify(told)).toContain(reference);
    expect((await rowOf(deleted)).buyer_sealed).toBeNull();
    expect((await rowOf(asked)).buyer_sealed).not.toBeNull();
    control.privacyNotice('shopify', shop, { topic: 'SHOP_REDACT' });
    await settle();
    expect((await rowOf(asked)).buyer_sealed).toBeNull();
  });

  it('that asks to delete a shop’s data is answered after the shop has left, and deletes all', async () => {
    const numbers = [await delivered('shopify', []), await delivered('shopify', [])];
    const { marketplaceId } = market.shop('shopify');
    await market.ctx.db
      .updateTable('marketplaces')
      .set({ deactivated_at: market.clock.now(), state: 'unverified' })
      .where('id', '=', marketplaceId)
      .execute();
    expect((await send('shop/redact', { shop_domain: domain }, 'shop-1')).statusCode).toBe(200);
    await settle();
    for (const number of numbers) expect((await rowOf(number)).buyer_sealed).toBeNull();
    expect((await send('shop/redact', { shop_domain: 'nobody.myshopify.com' }, 'shop-2')).statusCode).toBe(
      200,
    );
  });
});
