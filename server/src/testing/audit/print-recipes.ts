import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { callMarketplace } from '../../modules/connections/calls/call-marketplace.ts';
import { upon, type FieldChanges, type Recipe, type Stage } from './stage.ts';

/** A paid order of the Shopee shop, taken in, and the calls to its page. */
async function placeOrder(stage: Stage) {
  const store = await stage.openConnectedStore();
  const { number } = stage.ctx.sandbox.control.placeOrder('shopee', store.shopee.shop, {
    lines: [{ sku: 'TEE', quantity: 1 }],
  });
  await stage.ctx.settle();
  const { id, reference_number: referenceNumber } = await stage.ctx.db
    .selectFrom('orders')
    .select(['id', 'reference_number'])
    .where('number', '=', number)
    .where('store_id', '=', store.id)
    .executeTakeFirstOrThrow();
  return { store, id, call: { ...store.call, path: { ...store.call.path, referenceNumber } } };
}

/** An order that a carrier of the marketplace delivers: it makes no label for a parcel that the seller delivers. */
async function placeOrderWithLabel(stage: Stage): ReturnType<typeof placeOrder> {
  for (;;) {
    const placed = await placeOrder(stage);
    const { shipping_carrier: carrier } = await stage.ctx.db
      .selectFrom('orders')
      .select('shipping_carrier')
      .where('id', '=', placed.id)
      .executeTakeFirstOrThrow();
    if (carrier !== 'Seller Own Delivery') return placed;
  }
}

/** What chooses the order that was placed. */
const chosen = (id: number) => ({ q: { id_in: [id] } });

/** Calls that show the buyer of an order, asked for by GET or by POST. */
const showsBuyer =
  (by: 'query' | 'body'): Recipe =>
  async (stage) => {
    const { store, id, call } = await placeOrder(stage);
    const asked = by === 'query' ? { query: { 'q[id_in][]': String(id) } } : { body: chosen(id) };
    return { ...call, ...asked, activity: upon(store, 'Order', id) };
  };

/** Calls that begin to fetch labels. */
const fetchesLabels =
  (by: 'query' | 'body'): Recipe =>
  async (stage) => {
    const { store, id, call } = await placeOrder(stage);
    const asked = by === 'query' ? { query: { 'q[id_in][]': String(id) } } : { body: chosen(id) };
    const newest = stage.ctx.db
      .selectFrom('operations')
      .select('id')
      .where('store_id', '=', store.id)
      .orderBy('id', 'desc');
    return {
      ...call,
      ...asked,
      activity: async () => upon(store, 'Operation', (await newest.executeTakeFirstOrThrow()).id)(),
    };
  };

/** An order that was shipped, once its marketplace has its label. */
const getsLabel: Recipe = async (stage) => {
  const { store, id, call } = await placeOrderWithLabel(stage);
  const shipment = await shipmentOf(stage, store.id, call);
  await stage.server.call(
    'POST',
    `/api/stores/${String(store.id)}/orders/${call.path.referenceNumber}/ship.json`,
    { token: call.token, body: { ship: shipment } },
  );
  // Who shipped it was shown its buyer; on another day that is recorded again.
  await stage.ctx.db.deleteFrom('buyer_readings').where('order_id', '=', id).execute();
  const order = { number: call.path.referenceNumber, channelId: call.path.referenceNumber, lines: [] };
  for (let tries = 0; tries < 60; tries += 1) {
    const [label] = await callMarketplace(
      stage.ctx,
      store.shopee.marketplaceId,
      'normal',
      async (access, connector) => (await connector.labels?.print(access, [order])) ?? [],
    );
    if (label?.outcome === 'ready') return { ...call, activity: upon(store, 'Order', id) };
    stage.ctx.clock.advance(30_000);
    await stage.ctx.settle();
  }
  throw new Error('The label is never ready.');
};

/** A run that has fetched the label of an order. */
const showsLabels: Recipe = async (stage) => {
  const { store, id, call } = await placeOrder(stage);
  const { db, clock, files } = stage.ctx;
  const key = files.newKey();
  const at = clock.now();
  const { id: operationId } = await db
    .insertInto('operations')
    .values({
      store_id: store.id,
      kind: 'order.print_labels',
      params: JSON.stringify({ orders: [id], paper: 'A6' }),
      state: 'done',
      asked_at: at,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('print_files')
    .values({ key, store_id: store.id, created_at: at, expires_at: at, order_ids: '[]' })
    .execute();
  await db
    .insertInto('print_run_labels')
    .values({
      operation_id: operationId,
      order_id: id,
      store_id: store.id,
      file_key: key,
      media_type: 'text/html',
    })
    .execute();
  return { ...call, path: { ...call.path, operationId }, activity: upon(store, 'Order', id) };
};

/** Answers to everything that the marketplace of an order asks for, to ship it. */
async function shipmentOf(
  stage: Stage,
  storeId: number,
  call: { readonly token: string; readonly path: { readonly referenceNumber: string } },
): Promise<unknown> {
  const path = `/api/stores/${String(storeId)}/orders/${call.path.referenceNumber}/shipment_form.json`;
  const { body } = await stage.server.call('GET', path, { token: call.token });
  const [method] = showShipmentForm.reply.parse(body).shipment_form.methods;
  const answers = (method?.fields ?? []).map(({ key, choices }) => [key, choices[0]?.value ?? 'Any 1']);
  return { method: method?.key, ...Object.fromEntries(answers) };
}

/** How the calls that print succeed, by the names of their endpoints. */
export const printRecipes: Readonly<Record<string, Recipe>> = {
  getShippingLabels: fetchesLabels('query'),
  prepareShippingLabels: fetchesLabels('body'),
  showShippingLabels: showsLabels,
  getShippingLabel: getsLabel,
  getInvoices: showsBuyer('query'),
  prepareInvoices: showsBuyer('body'),
  async getPickList(stage) {
    const { id, call } = await placeOrder(stage);
    return { ...call, query: { 'q[id_in][]': String(id) } };
  },
  async preparePickList(stage) {
    const { id, call } = await placeOrder(stage);
    return { ...call, body: chosen(id) };
  },
  async listOrdersToPack(stage) {
    const { call } = await placeOrder(stage);
    return { ...call, query: { code: call.path.referenceNumber } };
  },
  async packOrder(stage) {
    const { store, id, call } = await placeOrder(stage);
    const items = await stage.ctx.db
      .selectFrom('order_items')
      .select(['id', 'ordered'])
      .where('order_id', '=', id)
      .execute();
    const pack = {
      packed_at: null,
      order_items: items.map(({ id: item, ordered }) => ({ id: item, quantity: ordered })),
    };
    const changes: FieldChanges = { packed_at: [null, stage.ctx.clock.now().toISOString()] };
    return { ...call, body: { pack }, activity: upon(store, 'Order', id, changes) };
  },
  async confirmPrint(stage) {
    const { store, id, call } = await placeOrder(stage);
    const changes: FieldChanges = { print_label_at: [null, stage.ctx.clock.now().toISOString()] };
    return {
      ...call,
      body: { printer: 'print_label', ...chosen(id) },
      activity: upon(store, 'Order', id, changes),
    };
  },
};
