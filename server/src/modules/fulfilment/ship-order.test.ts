import { listActions } from '@evenstock/contract/actions/actions';
import { showShipmentForm, type ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { fieldErrors } from '@evenstock/contract/api/fields';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { losing } from '../../testing/lost-answers.ts';
import { createMarket, type Market, type Network } from '../../testing/market.ts';
import { later, settle } from '../../testing/settle-market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

let market: Market;
let server: TestServer;
let member: string;
let colleague: string;

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee'], skus: { TEE: 500 } });
  server = await createTestServer(market.ctx);
  member = await join();
  colleague = await join();
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.setNetwork(null);
});

async function join(): Promise<string> {
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  return openSession(market.ctx, userId);
}

/** The carrier that the buyer chose; the sandbox derives it from the buyer. */
type Carrier = 'standard' | 'counter' | 'own';
const carrierOf = (buyer: number): Carrier =>
  buyer % 10 === 9 ? 'own' : buyer % 10 >= 7 ? 'counter' : 'standard';

/** Imports a paid order of a buyer who chose the carrier. */
async function buy(carrier: Carrier = 'standard'): Promise<string> {
  const { shop } = market.shop('shopee');
  for (;;) {
    const lines = [{ sku: 'TEE', quantity: 1 }];
    const { number } = market.sandbox.control.placeOrder('shopee', shop, { lines });
    if (carrierOf(market.sandbox.control.storedOrder('shopee', shop, number).buyer) !== carrier) continue;
    await settle(market);
    return number;
  }
}

const place = (number: string, call: string) =>
  `/api/stores/${String(market.storeId)}/orders/${encodeURIComponent(number)}${call}.json`;
const get = (number: string, call: string, query = '') =>
  server.call('GET', place(number, call) + query, { token: member });

async function formOf(number: string): Promise<ShipmentForm> {
  return showShipmentForm.reply.parse((await get(number, '/shipment_form')).body).shipment_form;
}

async function orderOf(number: string): Promise<Order> {
  return showOrder.reply.parse((await get(number, '')).body).order;
}

/** The first pickup that is offered. */
async function pickupOf(number: string): Promise<Record<string, string>> {
  const fields = (await formOf(number)).methods.find(({ key }) => key === 'pickup')?.fields ?? [];
  const [address_id = '', pickup_time_id = ''] = fields.map(({ choices }) => choices[0]?.value ?? '');
  return { method: 'pickup', address_id, pickup_time_id };
}

const ship = (number: string, shipment: unknown, token = member) =>
  server.call('POST', place(number, '/ship'), { token, body: { ship: shipment } });

const refusal = (answer: { readonly body: unknown }) => fieldErrors.parse(answer.body).errors;

/** The number of times that the marketplace shipped it. */
function shipments(number: string): number {
  const { shop } = market.shop('shopee');
  const { events } = market.sandbox.control.storedOrder('shopee', shop, number);
  return events.filter(({ name }) => name === 'pack' || name === 'ship').length;
}

async function actionsOf(number: string) {
  const { id } = await orderOf(number);
  const query = `?q[subject_type_eq]=Order&q[subject_id_eq]=${String(id)}`;
  const path = `/api/stores/${String(market.storeId)}/actions.json${query}`;
  return listActions.reply.parse((await server.call('GET', path, { token: member })).body).actions;
}

async function activitiesOf(number: string): Promise<string[]> {
  const { id } = await orderOf(number);
  const rows = await market.ctx.db
    .selectFrom('activities')
    .select('key')
    .where('recipient_type', '=', 'Order')
    .where('recipient_id', '=', id)
    .where('key', '<>', 'order.read_buyer')
    .orderBy('id')
    .execute();
  return rows.map(({ key }) => key);
}

/** A promise that is pending until the test opens it. */
function gate(): { readonly isOpen: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}

describe('shipping an order', () => {
  it('by pickup: requested, done, recorded, and the order follows its marketplace', async () => {
    const number = await buy();
    expect((await orderOf(number)).actions).toEqual(['ship', 'cancel', 'sync', 'add_notes']);
    const answer = await ship(number, await pickupOf(number));
    expect(answer).toMatchObject({
      status: 200,
      body: { order: { pending_action: null, actions: ['cancel', 'sync', 'add_notes'] } },
    });
    expect(shipments(number)).toBe(1);
    expect(await activitiesOf(number)).toEqual(['order.ship']);
    await later(market, 5);
    expect(await orderOf(number)).toMatchObject({
      state: 'shipped',
      marketplace_raw_state: 'PROCESSED',
      actions: ['cancel', 'move_to_completed', 'sync', 'add_notes'],
    });
    expect(await actionsOf(number)).toMatchObject([
      { kind: 'order.ship', state: 'done', subject: { name: number } },
    ]);
  });

  it('reads the order again automatically, though no notice comes', async () => {
    const number = await buy();
    market.setNotices(false);
    try {
      await ship(number, await pickupOf(number));
      expect(await market.ctx.runJobs()).toContain('orders.read_order');
    } finally {
      market.setNotices(true);
    }
  });

  it('a refusal is shown in words, and stays with the order until it is shipped', async () => {
    const number = await buy();
    const chosen = await pickupOf(number);
    const refused: Network = async ({ url }, go) => {
      if (url.includes('ship_order')) {
        market.sandbox.control.orderEvent(
          'shopee',
          market.shop('shopee').shop,
          number,
          'request_cancellation',
          {},
        );
      }
      return go();
    };
    market.setNetwork(refused);
    const answer = await ship(number, chosen);
    expect(answer.status).toBe(422);
    expect(refusal(answer)).toEqual({
      order: ['Shopee won’t ship this order yet: its payment or checks are not through. Try again later.'],
    });
    expect(shipments(number)).toBe(0);
    expect(await actionsOf(number)).toMatchObject([{ state: 'refused', may_retry: true }]);
    await settle(market);
    expect((await orderOf(number)).marketplace_state).toBe('IN_CANCEL');
  });

  it('the answer is lost after the marketplace did it: read back, shipped once', async () => {
    const number = await buy();
    const chosen = await pickupOf(number);
    market.setNetwork(losing('ship_order', 1));
    const answer = await ship(number, chosen);
    expect(answer).toMatchObject({
      status: 202,
      body: {
        order: { pending_action: { kind: 'order.ship', state: 'unknown' }, actions: ['sync', 'add_notes'] },
      },
    });
    market.setNetwork(null);
    await later(market, 90);
    expect(shipments(number)).toBe(1);
    expect(await orderOf(number)).toMatchObject({ pending_action: null, state: 'shipped' });
    expect(await actionsOf(number)).toMatchObject([{ state: 'done' }]);
  });

  it('the call never arrives: found not done once it can no longer land, and shipped then', async () => {
    const number = await buy();
    const chosen = await pickupOf(number);
    market.setNetwork(({ url }, go) =>
      url.includes('ship_order') ? Promise.reject(new TypeError('fetch failed')) : go(),
    );
    await ship(number, chosen);
    expect(shipments(number)).toBe(0);
    market.setNetwork(null);
    await later(market, 420);
    expect(shipments(number)).toBe(1);
    expect((await orderOf(number)).state).toBe('shipped');
  });

  it('two at once: one shipment, one entry, and the second joins the first', async () => {
    const number = await buy();
    const chosen = await pickupOf(number);
    const read = gate();
    const sent = gate();
    const answered = gate();
    let readers = 0;
    // Both have read the form before either records its request; the first is held in its call.
    market.setNetwork(async ({ url }, go) => {
      const answer = await go();
      if (url.includes('get_shipping_parameter')) {
        readers += 1;
        if (readers === 2) read.open();
        await read.isOpen;
      }
      if (url.includes('ship_order')) {
        sent.open();
        await answered.isOpen;
      }
      return answer;
    });
    const both = [ship(number, chosen), ship(number, chosen, colleague)];
    const pending = (state: unknown) => ({
      status: 202,
      body: { order: { pending_action: { kind: 'order.ship', state }, actions: ['sync', 'add_notes'] } },
    });
    // The second may be answered before the first has begun its call.
    const asked: unknown = expect.stringMatching(/^(waiting|sent)$/);
    expect(await Promise.race(both)).toMatchObject(pending(asked));
    await sent.isOpen;
    expect(await ship(number, chosen, colleague)).toMatchObject(pending('sent'));
    answered.open();
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 202]);
    await later(market, 90);
    expect(shipments(number)).toBe(1);
    expect(await activitiesOf(number)).toEqual(['order.ship']);
    expect(await actionsOf(number)).toMatchObject([{ state: 'done' }]);
    const again = await ship(number, chosen, colleague);
    expect(refusal(again)['order']?.[0]).toContain('This order was shipped from here already.');
  });

  it('the process is killed in the call: after its lease the effect is read back, and nothing is sent again', async () => {
    const number = await buy();
    const chosen = await pickupOf(number);
    // A dead process leaves this: the marketplace has shipped it, and no answer was received.
    let isDead = false;
    market.setNetwork(async ({ url }, go) => {
      const answer = await go();
      if (url.includes('ship_order')) isDead = true;
      return isDead ? new Promise<never>(() => undefined) : answer;
    });
    void ship(number, chosen);
    await expect.poll(() => shipments(number)).toBe(1);
    market.setNetwork(null);
    expect((await orderOf(number)).pending_action).toMatchObject({ state: 'sent' });
    await later(market, 180);
    expect(shipments(number)).toBe(1);
    expect(await actionsOf(number)).toMatchObject([{ state: 'done' }]);
    expect(await orderOf(number)).toMatchObject({ pending_action: null, state: 'shipped' });
  });
});

describe('the form to ship an order', () => {
  it('pickup: an address and a time of it; or drop off, which needs nothing', async () => {
    const form = await formOf(await buy('standard'));
    expect(form.chooses_items).toBe(false);
    expect(form.methods.map(({ key, fields }) => [key, fields.map((field) => field.key)])).toEqual([
      ['pickup', ['address_id', 'pickup_time_id']],
      ['dropoff', []],
    ]);
  });

  it('begins with the method that the member chose last; another member has a choice of their own', async () => {
    const first = await buy();
    const another = await join();
    const initialFor = async (token: string) => {
      const { body } = await server.call('GET', place(await buy(), '/shipment_form'), { token });
      return showShipmentForm.reply.parse(body).shipment_form.initial_method;
    };
    expect((await ship(first, { method: 'dropoff' })).status).toBe(200);
    expect(await initialFor(member)).toBe('dropoff');
    expect(await initialFor(another)).toBeNull();
  });

  it('drop off at a counter: a branch, and the name of the sender, which is the last one used the next time', async () => {
    const number = await buy('counter');
    const [method] = (await formOf(number)).methods;
    expect(method).toMatchObject({
      key: 'dropoff',
      fields: [
        { key: 'branch_id', kind: 'choice', required: true },
        { key: 'sender_real_name', kind: 'text', required: true, initial: null },
      ],
    });
    expect(refusal(await ship(number, { method: 'dropoff' }))).toEqual({
      branch_id: ['Branch is required'],
      sender_real_name: ['Sender Real Name is required'],
    });
    const branch_id = Number(method?.fields[0]?.choices[0]?.value);
    expect((await ship(number, { branch_id, sender_real_name: ' Tan Ah Kow ' })).status).toBe(200);
    const [next] = (await formOf(await buy('counter'))).methods;
    expect(next?.fields[1]).toMatchObject({ key: 'sender_real_name', initial: 'Tan Ah Kow' });
  });

  it('one’s own courier: a tracking number of at most 64 characters', async () => {
    const number = await buy('own');
    const asked = { key: 'tracking_no', required: true, label_message: { code: 'asked.tracking_no' } };
    expect((await formOf(number)).methods).toMatchObject([{ key: 'non_integrated', fields: [asked] }]);
    expect(refusal(await ship(number, { method: 'non_integrated', tracking_no: ' ' }))).toEqual({
      tracking_no: ['Tracking Number is required'],
    });
    expect(refusal(await ship(number, { tracking_no: 'X'.repeat(65) }))).toEqual({
      tracking_no: ['At most 64 characters'],
    });
    // Blanks and invisible characters, as pasting brings them, are no part of the number.
    expect((await ship(number, { tracking_no: '\u200bVAN-1 23\u00a0' })).status).toBe(200);
    expect(shipments(number)).toBe(1);
    const { asked: sent } = await market.ctx.db
      .selectFrom('marketplace_actions')
      .select('asked')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(sent).toMatchObject({ answers: { tracking_no: 'VAN-123' } });
  });

  it('an answer that is not offered is refused before anything is recorded', async () => {
    const number = await buy();
    const chosen = await pickupOf(number);
    expect(refusal(await ship(number, {}))).toEqual({ method: ['Choose how it is shipped.'] });
    expect(refusal(await ship(number, { method: 'teleport' }))).toEqual({
      method: ['This way of shipping is not offered any more.'],
    });
    expect(refusal(await ship(number, { ...chosen, pickup_time_id: '5' }))).toEqual({
      pickup_time_id: ['This Pickup Time is not offered any more. Choose another one.'],
    });
    expect(refusal(await ship(number, { ...chosen, order_item_ids: [1] }))).toEqual({
      order_item_ids: ['An item is not of this order.'],
    });
    expect(refusal(await ship(number, { ...chosen, order_item_ids: [] }))).toEqual({
      order_item_ids: ['Choose at least one item.'],
    });
    expect(await actionsOf(number)).toEqual([]);
    expect(await activitiesOf(number)).toEqual([]);
  });

  it('the calls of the specification have the same content', async () => {
    const number = await buy('standard');
    expect((await get(number, '/shopee_shipment_params')).body).toEqual({
      reference_number: number,
      shipment_params: [
        { key: 'pickup', value: ['address_id', 'pickup_time_id'] },
        { key: 'dropoff', value: [] },
      ],
    });
    const form = await formOf(number);
    const [addresses, times] = form.methods[0]?.fields ?? [];
    const address = addresses?.choices[0];
    expect((await get(number, '/shopee_get_address')).body).toEqual({
      address_list: addresses?.choices.map(({ value, label }) => ({ address_id: value, label })),
    });
    const query = `?address_id=${address?.value ?? ''}`;
    expect((await get(number, '/shopee_get_time_slot', query)).body).toEqual({
      pickup_time: times?.choices
        .filter(({ within }) => within === address?.value)
        .map(({ value, label }) => ({ pickup_time_id: value, label })),
    });
    expect((await get(number, '/shopee_get_time_slot')).body).toEqual({ pickup_time: [] });
    expect((await get(number, '/shopee_get_branch')).body).toEqual({ branches: [] });
    expect((await get(await buy('counter'), '/shopee_get_branch')).body).toEqual({
      branches: [
        { branch_id: '77', label: '10 Counter Lane #01-01, SG, 189001' },
        { branch_id: '78', label: '22 Corner Road #B1-02, SG, 520022' },
      ],
    });
  });

  it('an order that does not wait to be shipped has no form, but a reason', async () => {
    const { control } = market.sandbox;
    const lines = [{ sku: 'TEE', quantity: 1 }];
    const unpaid = control.placeOrder('shopee', market.shop('shopee').shop, { lines, paid: false });
    await settle(market);
    const why = ['The order does not wait to be shipped. Sync it from its marketplace to see where it is.'];
    expect(refusal(await get(unpaid.number, '/shipment_form'))).toEqual({ order: why });
    const collecting = { lines, self_collect: true };
    const collected = control.placeOrder('shopee', market.shop('shopee').shop, collecting);
    await settle(market);
    expect((await orderOf(collected.number)).actions).not.toContain('ship');
    expect((await ship(collected.number, { method: 'dropoff' })).status).toBe(422);
    expect((await get('nobody', '/shipment_form')).status).toBe(404);
  });
});
