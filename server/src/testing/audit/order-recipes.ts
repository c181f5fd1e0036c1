import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { reasonCalls } from '@evenstock/contract/cancellations/cancellations';
import { channelEndpoints as massParamsEndpoints } from '@evenstock/contract/fulfilment/mass-forms';
import { channelEndpoints as disputeReasonCalls } from '@evenstock/contract/returns/returns';
import { imageForm, png } from '../upload-image.ts';
import { type FieldChanges, once, upon, uponStoreOf, type Recipe, type Stage } from './stage.ts';

type Event = 'request_cancellation' | 'ship' | 'deliver' | 'request_return';

/** The buyer asks to return a new order. */
const returned = { events: ['ship', 'deliver', 'request_return'] } as const;

/** A paid order of the Shopee shop, taken in, and the calls to its page. */
async function placeOrder(
  stage: Stage,
  { selfCollect = false, events = [] as readonly Event[], isOpened = true } = {},
) {
  const store = await stage.openConnectedStore();
  const { shop } = store.shopee;
  const { control } = stage.ctx.sandbox;
  const lines = [{ sku: 'TEE', quantity: 1 }];
  const { number } = control.placeOrder('shopee', shop, { lines, self_collect: selfCollect });
  for (const event of events) control.orderEvent('shopee', shop, number, event, {});
  await stage.ctx.settle();
  const { id, reference_number: referenceNumber } = await stage.ctx.db
    .selectFrom('orders')
    .select(['id', 'reference_number'])
    .where('number', '=', number)
    .where('store_id', '=', store.id)
    .executeTakeFirstOrThrow();
  // Who works on an order has opened its page: that is recorded once a day, and not by what is done then.
  const { token, path } = store.call;
  const page = `/api/stores/${String(store.id)}/orders/${referenceNumber}.json`;
  if (isOpened) await stage.server.call('GET', page, { token });
  return { store, id, number, call: { ...store.call, path: { ...path, referenceNumber } } };
}

type Placed = Awaited<ReturnType<typeof placeOrder>>;

/** Recipe for a new order. */
const uponOrder =
  (
    body: unknown,
    how?: Parameters<typeof placeOrder>[1],
    prepare?: (stage: Stage, placed: Placed) => Promise<void>,
    changes?: FieldChanges,
  ): Recipe =>
  async (stage) => {
    const placed = await placeOrder(stage, how);
    await prepare?.(stage, placed);
    return { ...placed.call, body, activity: upon(placed.store, 'Order', placed.id, changes) };
  };

const newOrder = once((stage) => placeOrder(stage));
const returnedOrder = once((stage) => placeOrder(stage, returned));
const orderToCollect = once((stage) => placeOrder(stage, { selfCollect: true }));
const orderToCancel = once((stage) => placeOrder(stage, { events: ['request_cancellation'] }));

/** Reads what concerns an order. */
const looksAt =
  (order: (stage: Stage) => Promise<Placed>, query: Readonly<Record<string, string>> = {}): Recipe =>
  async (stage) => ({ ...(await order(stage)).call, query });

/** Reads what a mass action on a new order needs. */
const looksAtChosen: Recipe = async (stage) => {
  const { store, id } = await newOrder(stage);
  return { ...store.call, query: { 'q[id_in][]': String(id) } };
};

/** Moves a new order to a state that it reaches at its marketplace later. */
const inState =
  (state: 'shipped' | 'buyer_self_collect') =>
  async (stage: Stage, { id }: Placed): Promise<void> => {
    const ready = state === 'shipped' ? {} : { ready_to_collect_at: stage.ctx.clock.now() };
    await stage.ctx.db
      .updateTable('orders')
      .set({ state, ...ready })
      .where('id', '=', id)
      .execute();
  };

const readsDisputeReasons = Object.fromEntries(
  disputeReasonCalls.map(({ name }) => [name, looksAt(returnedOrder)]),
);
const readsReasons = Object.fromEntries(reasonCalls.map(({ reasons }) => [reasons.name, looksAt(newOrder)]));

/** A mass action on an order that is not there. */
const uponOperation: Recipe = async (stage) => {
  const store = await stage.openConnectedStore();
  const newest = stage.ctx.db
    .selectFrom('operations')
    .select('id')
    .where('store_id', '=', store.id)
    .orderBy('id', 'desc');
  return {
    ...store.call,
    body: { orders: [{ reference_number: 'GONE' }] },
    activity: async () => upon(store, 'Operation', (await newest.executeTakeFirstOrThrow()).id)(),
  };
};

/** How the calls about orders succeed, by the names of their endpoints. */
export const orderRecipes: Readonly<Record<string, Recipe>> = {
  showOrder: uponOrder(undefined, { isOpened: false }),
  async listMarketplaceShipmentProviders(stage) {
    return (await stage.openConnectedStore()).call;
  },
  listMassShipForms: looksAtChosen,
  listMassCollectionForms: looksAtChosen,
  listMassPickupForms: looksAtChosen,
  listMassCancellationForms: looksAtChosen,
  listMassAcceptanceForms: looksAtChosen,
  listMassRefusalForms: looksAtChosen,
  ...Object.fromEntries(massParamsEndpoints.map(({ name }) => [name, looksAtChosen])),
  massSyncOrders: uponOperation,
  massShipOrders: uponOperation,
  massSetReadyToCollect: uponOperation,
  massPickup: uponOperation,
  massCancelOrders: uponOperation,
  massAcceptCancellations: uponOperation,
  massRejectCancellations: uponOperation,
  async uploadAttachment(stage) {
    const { token } = await stage.openAccount();
    return { token, body: imageForm({ bytes: png }) };
  },
  confirmReturn: uponOrder({}, returned, undefined, { return_answer: [null, 'accepted'] }),
  async disputeReturn(stage) {
    const { store, id, call } = await placeOrder(stage, returned);
    const key = stage.ctx.files.newKey();
    await stage.ctx.files.write(key, png);
    const { id: attachmentId } = await stage.ctx.db
      .insertInto('attachments')
      .values({
        user_id: store.owner.id,
        type: 'ImageAttachment',
        name: 'parcel.png',
        media_type: 'image/png',
        size: 4,
        file_key: key,
        created_at: stage.ctx.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // A dispute of goods that did not come back needs no evidence.
    const order = {
      reason: '46',
      image_attachment_ids: [attachmentId],
      text_reason: 'It did not come back.',
      email: 'seller@store.test',
    };
    const changes: FieldChanges = { return_answer: [null, 'disputed'] };
    return { ...call, body: { order }, activity: upon(store, 'Order', id, changes) };
  },
  listDisputeReasons: looksAt(returnedOrder),
  ...readsDisputeReasons,
  pullOrders: uponStoreOf(),
  pullOrdersByGet: uponStoreOf(),
  syncOrder: uponOrder(undefined),
  addNotes: uponOrder({ order: { notes: 'Gift wrap' } }),
  previewRestock: looksAt(newOrder),
  async restockOrder(stage) {
    const { store, id, call } = await placeOrder(stage);
    const line = await stage.ctx.db
      .updateTable('order_items')
      .set({ returned: 1 })
      .where('order_id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = { order_items: [{ id: line.id, quantity: 1 }] };
    return { ...call, body, activity: upon(store, 'Order', id) };
  },
  async linkItem(stage) {
    const { store, id, call } = await placeOrder(stage);
    const { db } = stage.ctx;
    await db.updateTable('orders').set({ lacks_listing: true }).where('id', '=', id).execute();
    const line = await db
      .selectFrom('order_items')
      .innerJoin('variant_listings', 'variant_listings.id', 'order_items.variant_listing_id')
      .select(['order_items.id', 'variant_listings.variant_id as variantId'])
      .where('order_items.order_id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('order_items')
      .set({ variant_id: null, variant_listing_id: null })
      .where('id', '=', line.id)
      .execute();
    const body = { order_item_id: line.id, variant_id: line.variantId };
    return { ...call, body, activity: upon(store, 'Order', id) };
  },
  async moveToCompleted(stage) {
    const placed = await placeOrder(stage);
    await inState('shipped')(stage, placed);
    await stage.ctx.db
      .updateTable('orders')
      .set({ marketplace_state: 'SHIPPED' })
      .where('id', '=', placed.id)
      .execute();
    const { store, id, call } = placed;
    const changes: FieldChanges = { state: ['shipped', 'completed'] };
    return { ...call, body: { order_ids: [id] }, activity: upon(store, 'Order', id, changes) };
  },
  async createOrder(stage) {
    const store = await stage.openConnectedStore('admin');
    const { marketplaceId, shop } = store.shopee;
    const { control } = stage.ctx.sandbox;
    const { number } = control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    const made = stage.ctx.db.selectFrom('orders').select('id').where('number', '=', number);
    return {
      ...store.call,
      body: { order: { marketplace_id: marketplaceId, reference_number: number } },
      keys: ['order.create', 'order.read_buyer'],
      activity: async () => upon(store, 'Order', (await made.executeTakeFirstOrThrow()).id)(),
    };
  },
  async showRawOrder(stage) {
    const store = await stage.openConnectedStore('admin');
    const { control } = stage.ctx.sandbox;
    const lines = [{ sku: 'TEE', quantity: 1 }];
    const { number } = control.placeOrder('shopee', store.shopee.shop, { lines });
    await stage.ctx.settle();
    const shown = stage.ctx.db.selectFrom('orders').select('id').where('number', '=', number);
    return {
      ...store.call,
      path: { ...store.call.path, referenceNumber: number },
      activity: async () => upon(store, 'Order', (await shown.executeTakeFirstOrThrow()).id)(),
    };
  },

  showShipmentForm: looksAt(newOrder),
  listShipmentProviders: looksAt(newOrder),
  showShopeeShipmentParams: looksAt(newOrder),
  listShopeeAddresses: looksAt(newOrder),
  listShopeePickupTimes: looksAt(newOrder, { address_id: '1' }),
  listShopeeBranches: looksAt(newOrder),
  async shipOrder(stage) {
    const { store, id, call } = await placeOrder(stage);
    const path = `/api/stores/${String(store.id)}/orders/${call.path.referenceNumber}/shipment_form.json`;
    const { body } = await stage.server.call('GET', path, { token: call.token });
    const { methods } = showShipmentForm.reply.parse(body).shipment_form;
    const [method] = methods;
    const answers = (method?.fields ?? []).map(({ key, choices }) => [key, choices[0]?.value ?? 'Any 1']);
    const shipment: unknown = { method: method?.key, ...Object.fromEntries(answers) };
    const changes: FieldChanges = { state: ['staff_to_process', 'shipped'] };
    return { ...call, body: { ship: shipment }, activity: upon(store, 'Order', id, changes) };
  },
  showCollectionForm: looksAt(orderToCollect),
  setReadyToCollect: uponOrder({}, { selfCollect: true }, undefined, {
    state: ['staff_to_process', 'buyer_self_collect'],
  }),
  confirmPickup: uponOrder({}, { selfCollect: true }, inState('buyer_self_collect'), {
    state: ['buyer_self_collect', 'outstanding_issues'],
  }),

  cancelOrder: uponOrder({ cancel: { reason_id: 'CUSTOMER_REQUEST' } }, undefined, undefined, {
    state: ['staff_to_process', 'failed_orders'],
  }),
  acceptCancellation: uponOrder(undefined, { events: ['request_cancellation'] }, undefined, {
    state: ['outstanding_issues', 'failed_orders'],
  }),
  rejectCancellation: uponOrder({}, { events: ['request_cancellation'] }, undefined, {
    cancellation_requested: [true, false],
  }),
  listRefusalReasons: looksAt(orderToCancel),
  ...readsReasons,
};
