import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewRestock } from '@evenstock/contract/orders/order-work';
import { createTestServer } from '../../../testing/http.ts';
import { openOrderHarness, refusal, type OrderHarness } from '../../../testing/order-harness.ts';
import { addUser, openSession } from '../../../testing/world.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'shopify']);
});
afterAll(() => harness.close());

describe('notes of an order', () => {
  it('are replaced, every version is kept, and the same again changes nothing', async () => {
    const number = await harness.buy('shopee');
    for (const notes of ['Gift wrap', ' Gift wrap ', 'No ribbon']) {
      expect(await harness.post(number, '/add_notes', { order: { notes } })).toMatchObject({
        status: 200,
        body: { order: { notes: notes.trim() } },
      });
    }
    const { id } = await harness.orderOf(number);
    const { db } = harness.market.ctx;
    const versions = await db.selectFrom('order_notes').select('notes').where('order_id', '=', id).execute();
    expect(versions.map(({ notes }) => notes)).toEqual(['Gift wrap', 'No ribbon']);
  });

  it('are required, and not too long', async () => {
    const number = await harness.buy('shopee');
    expect(refusal(await harness.post(number, '/add_notes', { order: { notes: '  ' } }))).toEqual({
      notes: ['Notes is required'],
    });
    const long = 'x'.repeat(5_001);
    expect(refusal(await harness.post(number, '/add_notes', { order: { notes: long } }))).toEqual({
      notes: ['Notes have at most 5000 characters.'],
    });
  });
});

describe('restocking what came back', () => {
  /** An order of three units of which two came back. */
  async function returned(sku = 'TEE'): Promise<{ number: string; line: number; variantId: number }> {
    const number = await harness.buy('shopee', { lines: [{ sku, quantity: 3 }] });
    const [item] = (await harness.orderOf(number)).order_items;
    const line = item?.id ?? 0;
    await comesBack(line, harness.market.ctx.clock.now());
    return { number, line, variantId: item?.variant?.id ?? 0 };
  }

  /** Two units of a line come back; a later state of the marketplace says otherwise. */
  async function comesBack(line: number, since: Date): Promise<void> {
    await harness.market.ctx.db
      .updateTable('order_items')
      .set({ returned: 2, fulfilled: true, returned_since: since })
      .where('id', '=', line)
      .execute();
  }

  const cup = { lines: [{ sku: 'CUP', quantity: 1 }] };
  const quantityOf = async (variantId: number): Promise<number> => {
    const found = harness.market.ctx.db.selectFrom('variants').select('quantity').where('id', '=', variantId);
    return (await found.executeTakeFirstOrThrow()).quantity;
  };

  it('puts each unit back once, also when the request is sent twice', async () => {
    const { number, line, variantId } = await returned();
    const before = await quantityOf(variantId);
    const one = { order_items: [{ id: line, quantity: 1, restocked_quantity: 0 }] };
    await Promise.all([harness.post(number, '/restock', one), harness.post(number, '/restock', one)]);
    expect(await quantityOf(variantId)).toBe(before + 1);
    const order = await harness.orderOf(number);
    expect(order.order_items[0]).toMatchObject({ returned_quantity: 2, restocked_quantity: 1 });
    expect(order.actions).toContain('restock');
    await harness.post(number, '/restock', {
      order_items: [{ id: line, quantity: 1, restocked_quantity: 1 }],
    });
    expect(await quantityOf(variantId)).toBe(before + 2);
    expect((await harness.orderOf(number)).actions).not.toContain('restock');
    await harness.post(number, '/restock', one);
    expect(await quantityOf(variantId)).toBe(before + 2);
  });

  it('takes a quantity alone as the units in all, so that the same call sent again puts nothing back', async () => {
    const { number, line, variantId } = await returned();
    const before = await quantityOf(variantId);
    const restock = (quantity: number) =>
      harness.post(number, '/restock', { order_items: [{ id: line, quantity }] });
    for (const { status } of await Promise.all([restock(1), restock(1)])) expect(status).toBe(200);
    expect((await restock(1)).status).toBe(200);
    expect(await quantityOf(variantId)).toBe(before + 1);
    expect((await harness.orderOf(number)).order_items[0]).toMatchObject({ restocked_quantity: 1 });
    // The second unit came back too: two in all.
    for (let time = 0; time < 2; time += 1) expect((await restock(2)).status).toBe(200);
    expect(await quantityOf(variantId)).toBe(before + 2);
    expect(refusal(await restock(3))).toEqual({
      order: ['Only units that came back, or were cancelled and not put back, can be restocked.'],
    });
  });

  it('is previewed for every listing of the SKU: held ones keep their number, and why', async () => {
    const { number, line, variantId } = await returned();
    await harness.market.merge('TEE');
    const preview = async () => {
      const query = `.json?order_item_ids[]=${String(line)}&quantities[]=2`;
      const store = `/api/stores/${String(harness.market.storeId)}`;
      const { body } = await harness.ask(`${store}/orders/${number}/restock_preview${query}`);
      return previewRestock.reply.parse(body).restock_preview;
    };
    const stored = harness.market.ctx.db.updateTable('marketplaces').where('channel', '=', 'shopify');
    await stored.set({ can_sync_to_marketplace: false }).execute();
    const [sku, ...others] = await preview();
    await stored.set({ can_sync_to_marketplace: true }).execute();
    const { variant } = (await harness.orderOf(number)).order_items[0] ?? {};
    const before = await quantityOf(variant?.id ?? variantId);
    expect(others).toEqual([]);
    expect(sku).toMatchObject({ variant_id: variant?.id, before, after: before + 2 });
    expect(
      sku?.listings.map(({ marketplace, after, held_because: held }) => [
        marketplace.channel,
        after,
        held.map(({ code }) => code),
      ]),
    ).toEqual([
      ['shopee', before + 2, []],
      ['shopify', before + 2, ['catalog.held_marketplace_off']],
    ]);
    expect(await quantityOf(variant?.id ?? variantId)).toBe(before);
    // The preview equals what is sent.
    await harness.post(number, '/restock', { order_items: [{ id: line, quantity: 2 }] });
    await harness.later(60);
    const shown = harness.market.sandbox.control
      .listings('shopee', harness.market.shop('shopee').shop)
      .find(({ sku: each }) => each === 'TEE');
    expect(shown?.quantity).toBe(before + 2);
  });

  it('asks whether what the marketplace shows more are the same units, and then counts them once', async () => {
    const { number, line, variantId } = await returned('CUP');
    const { market } = harness;
    const shop = market.shop('shopee');
    const listing = market.sandbox.control.listings('shopee', shop.shop).find(({ sku }) => sku === 'CUP');
    if (listing === undefined) throw new Error('The shop has no CUP.');
    const since = market.ctx.clock.now();
    const store = `/api/stores/${String(market.storeId)}/orders/${number}`;
    const preview = async (apart: string) => {
      const query = `.json?order_item_ids[]=${String(line)}&quantities[]=2${apart}`;
      const { body } = await harness.ask(`${store}/restock_preview${query}`);
      return previewRestock.reply.parse(body);
    };
    await harness.later(90);
    market.sandbox.control.editListing('shopee', shop.shop, listing.variant_id, {
      quantity: listing.quantity + 2,
    });
    await harness.later(2);
    await market.pull(shop, 'listings', 'reconcile');
    await comesBack(line, since);
    const unbooked = await quantityOf(variantId);
    expect(await preview('')).toMatchObject({
      shown_again: [{ order_item_id: line, units: 2 }],
      restock_preview: [{ before: unbooked, after: unbooked + 2 }],
    });
    await harness.later(200);
    await market.pull(shop, 'orders');
    await harness.later(60);
    await comesBack(line, since);
    const before = await quantityOf(variantId);
    const same = await preview('');
    expect(same.shown_again).toMatchObject([{ order_item_id: line, units: 2 }]);
    expect(same.restock_preview).toMatchObject([{ before, after: before }]);
    const apart = await preview(`&counted_apart[]=${String(line)}`);
    expect(apart.restock_preview).toMatchObject([{ before, after: before + 2 }]);
    await harness.post(number, '/restock', { order_items: [{ id: line, quantity: 2 }] });
    expect(await quantityOf(variantId)).toBe(before);
    expect((await preview('')).shown_again).toEqual([]);
  });

  it('is of the SKU that the item’s own was merged into', async () => {
    const numbers = [await harness.buy('shopee', cup), await harness.buy('shopify', cup)];
    const survivor = await harness.market.merge('CUP');
    for (const number of numbers) {
      const [item] = (await harness.orderOf(number)).order_items;
      expect(item?.variant).toMatchObject({ id: survivor, quantity: await quantityOf(survivor) });
    }
  });

  it('takes no more than came back, and no item of another order', async () => {
    const { number, line } = await returned();
    const three = { order_items: [{ id: line, quantity: 3 }] };
    expect(refusal(await harness.post(number, '/restock', three))).toEqual({
      order: ['Only units that came back, or were cancelled and not put back, can be restocked.'],
    });
    const other = await harness.buy('shopee');
    expect(
      refusal(await harness.post(other, '/restock', { order_items: [{ id: line, quantity: 1 }] })),
    ).toEqual({
      order: ['An item is not of this order.'],
    });
    const twice = { order_items: [1, 1].map((quantity) => ({ id: line, quantity })) };
    expect(refusal(await harness.post(number, '/restock', twice))).toEqual({
      order_items: ['An item is named twice.'],
    });
  });
});

describe('orders that were shipped', () => {
  it('are moved to Completed, and stay there when their marketplace reports more', async () => {
    const number = await harness.buy('shopify');
    await harness.market.ctx.db
      .updateTable('orders')
      .set({ state: 'shipped', marketplace_state: 'SHIPPED' })
      .where('number', '=', number)
      .execute();
    const waiting = await harness.buy('shopee');
    const ids = [(await harness.orderOf(number)).id, (await harness.orderOf(waiting)).id];
    const server = await createTestServer(harness.market.ctx);
    const path = `/api/stores/${String(harness.market.storeId)}/orders/set_print_shipping_label_at.json`;
    const answer = await server.call('POST', path, { token: harness.token, body: { order_ids: ids } });
    expect(answer.status).toBe(200);
    expect(await harness.orderOf(number)).toMatchObject({ state: 'completed' });
    expect(await harness.orderOf(waiting)).toMatchObject({ state: 'staff_to_process' });
    for (const each of [number, waiting]) expect((await harness.orderOf(each)).print_label_at).not.toBeNull();
    await server.close();
  });
});

describe('an order that is added by its number', () => {
  it('is fetched from its marketplace by a platform admin', async () => {
    const { market } = harness;
    const { shop, marketplaceId } = market.shop('shopee');
    market.setNotices(false);
    const { number } = market.sandbox.control.placeOrder('shopee', shop, {
      lines: [{ sku: 'TEE', quantity: 1 }],
    });
    const server = await createTestServer(market.ctx);
    const token = await openSession(market.ctx, await addUser(market.ctx, 'admin'));
    const path = `/api/stores/${String(market.storeId)}/orders.json`;
    const add = (reference_number: string) =>
      server.call('POST', path, {
        token,
        body: { order: { marketplace_id: marketplaceId, reference_number } },
      });
    expect(await add(number)).toMatchObject({ status: 200, body: { order: { number } } });
    expect(refusal(await add('NOSUCH'))).toEqual({
      order: [expect.stringContaining('knows no order with this number.')],
    });
    expect(refusal(await add(' '))).toEqual({ reference_number: ['Order Number is required'] });
    const raw = await server.call(
      'GET',
      `/api/stores/${String(market.storeId)}/orders/${number}/raw_response`,
      { token },
    );
    expect(JSON.stringify(raw.body)).toContain(number);
    market.setNotices(true);
    await server.close();
  });
});
