import { listMarketplaceShipmentProviders } from '@evenstock/contract/fulfilment/fulfilment';
import {
  listMassCancellationForms,
  listMassCollectionForms,
  listMassPickupForms,
  listMassShipForms,
} from '@evenstock/contract/fulfilment/mass-forms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { openOrderHarness, type OrderHarness } from '../../testing/order-harness.ts';

let harness: OrderHarness;
let server: TestServer;
let store: string;

beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'tiktok', 'qoo10']);
  server = await createTestServer(harness.market.ctx);
  store = `/api/stores/${String(harness.market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await harness.close();
});
beforeEach(() => harness.market.setNetwork(null));

async function ask(call: string, numbers: readonly string[]): Promise<unknown> {
  const orders = await Promise.all(numbers.map((number) => harness.orderOf(number)));
  const query = orders.map(({ id }) => `q[id_in][]=${String(id)}`).join('&');
  const answer = await server.call('GET', `${store}/orders/${call}.json?${query}`, { token: harness.token });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('the forms of many orders', () => {
  it('are read from each marketplace, in the chosen sequence; orders that cannot be shipped are skipped', async () => {
    const shopee = await harness.buy('shopee');
    const gone = await harness.buy('shopee');
    await harness.happens('shopee', gone, 'cancel');
    const tiktok = await harness.buy('tiktok');
    const { forms } = listMassShipForms.reply.parse(await ask('mass_ship_forms', [tiktok, gone, shopee]));
    expect(forms.map(({ order }) => order.number)).toEqual([tiktok, gone, shopee]);
    const [first, second, third] = forms;
    expect(first?.skipped).toBeNull();
    expect(first?.form?.methods.length).toBeGreaterThan(0);
    expect(second).toMatchObject({
      form: null,
      skipped: {
        reason: 'The order does not wait to be shipped. Sync it from its marketplace to see where it is.',
        reason_message: { code: 'fulfilment.not_to_ship' },
      },
    });
    // The same form as the order's own page reads.
    const { body } = await harness.get(shopee, '/shipment_form');
    expect({ shipment_form: third?.form }).toEqual(body);
  });

  it('are in the call of the channel too, without the orders that cannot be shipped', async () => {
    const number = await harness.buy('shopee');
    const elsewhere = await harness.buy('qoo10');
    await harness.happens('qoo10', elsewhere, 'cancel');
    const { body } = await harness.get(number, '/shopee_shipment_params');
    expect(await ask('shopee_mass_shipment_params', [number, elsewhere])).toEqual({ orders: [body] });
  });

  it('skip an order whose marketplace does not answer', async () => {
    const silent = await harness.buy('tiktok');
    const shopee = await harness.buy('shopee');
    harness.market.setNetwork(({ url }, go) =>
      url.includes('/fulfillment/') ? Promise.reject(new TypeError('fetch failed')) : go(),
    );
    const { forms } = listMassShipForms.reply.parse(await ask('mass_ship_forms', [silent, shopee]));
    expect(forms[0]?.skipped).not.toBeNull();
    expect(forms[1]?.skipped).toBeNull();
  });

  it('name the reasons to cancel, the collections and the coupons', async () => {
    const collected = await harness.buy('shopee', { self_collect: true });
    const coupon = await harness.buy('qoo10', { self_collect: true });
    const shopee = await harness.buy('shopee');
    const cancel = listMassCancellationForms.reply.parse(await ask('mass_cancellation_forms', [shopee]));
    expect(cancel.forms[0]?.form?.reasons.length).toBeGreaterThan(1);
    const ready = listMassCollectionForms.reply.parse(
      await ask('mass_collection_forms', [collected, shopee]),
    );
    expect(ready.forms.map(({ skipped }) => skipped === null)).toEqual([true, false]);
    const before = listMassPickupForms.reply.parse(await ask('mass_pickup_forms', [coupon]));
    expect(before.forms[0]?.skipped?.reason_message.code).toBe('fulfilment.not_to_pick_up');
    const here = listMassCollectionForms.reply.parse(await ask('mass_collection_forms', [coupon]));
    expect(here.forms[0]?.form).toMatchObject({ methods: [{ fields: [] }], is_recorded_here: true });
    await harness.post(coupon, '/ready_to_collect');
    const after = listMassPickupForms.reply.parse(await ask('mass_pickup_forms', [coupon]));
    expect(after.forms[0]?.form).toEqual({ has_coupon: true, is_recorded_here: true });
  });
});

it('a marketplace names the shipment providers of its newest order that waits', async () => {
  const { marketplaceId } = harness.market.shop('tiktok');
  const call = `${store}/marketplaces/${String(marketplaceId)}/shipment_providers.json`;
  const seen: unknown[] = [];
  // Some orders are shipped by the marketplace's own carrier: no provider is chosen for them.
  while (!seen.some((body) => !isEmpty(body)) && seen.length < 30) {
    const number = await harness.buy('tiktok');
    const { body } = await server.call('GET', call, { token: harness.token });
    expect(body).toEqual((await harness.get(number, '/shipment_providers')).body);
    seen.push(body);
  }
  expect(seen.at(-1)).toEqual({
    shipment_providers: expect.arrayContaining([
      { shipping_provider: expect.any(String), label: expect.any(String) },
    ]),
  });
});

const isEmpty = (body: unknown): boolean =>
  listMarketplaceShipmentProviders.reply.parse(body).shipment_providers.length === 0;
