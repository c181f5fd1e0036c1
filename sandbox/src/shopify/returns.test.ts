import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import * as documents from './documents.fixture.ts';
import { Harness, type Ware } from './harness.fixture.ts';

const harness = new Harness(37);
let ware: Ware;
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => {
  await harness.begin();
  ware = harness.addListing('KAYA', 10, 20);
});

const oneReturn = z.object({
  id: z.string(),
  status: z.string(),
  decline: z.object({ reason: z.string(), note: z.string().nullable() }).nullable(),
  order: z.object({ returnStatus: z.string() }),
  returnLineItems: z.object({ nodes: z.array(z.object({ id: z.string(), quantity: z.int(), processedQuantity: z.int(), returnReasonDefinition: z.object({ handle: z.string() }), customerNote: z.string().nullable() })) }),
  reverseFulfillmentOrders: z.object({ nodes: z.array(z.object({ status: z.string(), lineItems: z.object({ nodes: z.array(z.object({ id: z.string() })) }) })) }),
}); // oxfmt-ignore
const payload = z.object({
  return: oneReturn.nullable(),
  userErrors: z.array(z.object({ code: z.string(), message: z.string() })),
});

async function ask(document: string, variables: Record<string, unknown>) {
  const { data, errors } = await harness.client.graphql(document, variables);
  expect(errors).toBeUndefined();
  return payload.parse(Object.values(data ?? {})[0]);
}

interface Sold {
  readonly id: string;
  readonly name: string;
  readonly fulfillmentLine: string;
}
async function sold(units: number): Promise<Sold> {
  const name = harness.buy('KAYA', units);
  for (const event of ['ship', 'deliver'] as const) harness.happen(name, event);
  const got = await harness.client.graphql(documents.returnsOfOrders, { q: `name:${name}` });
  const id = /gid:\/\/shopify\/Order\/\d+/.exec(JSON.stringify(got.data))?.[0] ?? '';
  const { data } = await harness.client.graphql(documents.returnable, { id });
  return { id, name, fulfillmentLine: /gid:\/\/shopify\/FulfillmentLineItem\/\d+/.exec(JSON.stringify(data))?.[0] ?? '' }; // oxfmt-ignore
}

async function requested(name: string) {
  harness.sandbox.control.orderEvent('shopify', harness.shop, name, 'request_return', {
    reason: 'Wrong item sent',
  });
  const got = await harness.client.graphql(documents.returnsOfOrders, { q: `name:${name}` });
  const id = /gid:\/\/shopify\/Return\/\d+/.exec(JSON.stringify(got.data))?.[0] ?? '';
  const { data } = await harness.client.graphql(documents.readReturn, { id });
  return z.object({ return: oneReturn }).parse(data).return;
}

test('a buyer’s request is approved, received in two parcels, put back in part and refunded', async () => {
  const order = await sold(3);
  const asked = await requested(order.name);
  expect(asked).toMatchObject({ status: 'REQUESTED', order: { returnStatus: 'RETURN_REQUESTED' }, returnLineItems: { nodes: [{ quantity: 3, returnReasonDefinition: { handle: 'received-the-wrong-item' }, customerNote: 'Wrong item sent' }] } }); // oxfmt-ignore
  const approved = await ask(documents.approveReturn, { id: asked.id });
  expect(approved.return).toMatchObject({ status: 'OPEN', order: { returnStatus: 'IN_PROGRESS' }, reverseFulfillmentOrders: { nodes: [{ status: 'OPEN' }] } }); // oxfmt-ignore
  expect((await ask(documents.approveReturn, { id: asked.id })).userErrors).toMatchObject([{ code: 'INVALID_STATE', message: 'Return status is invalid.' }]); // oxfmt-ignore
  const line = asked.returnLineItems.nodes[0]?.id ?? '';
  const reverse = approved.return?.reverseFulfillmentOrders.nodes[0]?.lineItems.nodes[0]?.id ?? '';
  const answer = await harness.client.graphql(documents.returnsOfOrders, { q: `name:${order.name}` });
  const parentId = /gid:\/\/shopify\/OrderTransaction\/\d+/.exec(JSON.stringify(answer.data))?.[0] ?? '';
  const process = (quantity: number, disposed: [string, number][], amount: string | null) =>
    ask(documents.processReturn, {
      input: {
        returnId: asked.id,
        returnLineItems: [{ id: line, quantity, dispositions: disposed.map(([dispositionType, units]) => ({ reverseFulfillmentOrderLineItemId: reverse, quantity: units, dispositionType })) }],
        ...(amount === null ? {} : { financialTransfer: { issueRefund: { orderTransactions: [{ parentId, transactionAmount: { amount, currencyCode: 'SGD' } }] } } }),
      },
    }); // oxfmt-ignore
  expect((await process(4, [], null)).userErrors).toMatchObject([{ code: 'INVALID', message: 'Return line item has an invalid quantity.' }]); // oxfmt-ignore
  expect((await process(1, [['RESTOCKED', 1]], '1000')).userErrors).toMatchObject([{ code: 'INVALID' }]);
  expect((await process(1, [['RESTOCKED', 1]], '20.00')).return).toMatchObject({ status: 'OPEN', returnLineItems: { nodes: [{ processedQuantity: 1 }] } }); // oxfmt-ignore
  expect(await harness.numbers(ware)).toEqual([8, 8, 0]);
  expect((await process(2, [['RESTOCKED', 1], ['MISSING', 1]], '40.00')).return).toMatchObject({ status: 'CLOSED', order: { returnStatus: 'RETURNED' }, returnLineItems: { nodes: [{ processedQuantity: 3 }] } }); // oxfmt-ignore
  expect(await harness.numbers(ware)).toEqual([9, 9, 0]);
  const truth = harness.sandbox.control.order('shopify', harness.shop, order.name);
  expect([truth.lines[0]?.returned, truth.return_requested, truth.events.filter(({ event }) => event === 'return').length]).toEqual([3, false, 1]); // oxfmt-ignore
  const money = await harness.client.graphql('query($q: String) { orders(first: 1, query: $q) { nodes { totalRefundedSet { shopMoney { amount } } } } }', { q: `name:${order.name}` }); // oxfmt-ignore
  expect(money.data).toMatchObject({ orders: { nodes: [{ totalRefundedSet: { shopMoney: { amount: '60.0' } } }] } }); // oxfmt-ignore
  const fates = await harness.client.graphql('query($q: String) { orders(first: 1, query: $q) { nodes { returns(first: 1) { nodes { reverseFulfillmentOrders(first: 1) { nodes { lineItems(first: 1) { nodes { dispositions { type quantity } } } } } } } } } }', { q: `name:${order.name}` }); // oxfmt-ignore
  expect(JSON.stringify(fates.data)).toContain(
    JSON.stringify(['RESTOCKED', 'RESTOCKED', 'MISSING'].map((type) => ({ type, quantity: 1 }))),
  );
});

test('a request is declined with a reason; an open return is cancelled or closed', async () => {
  const declined = await requested((await sold(1)).name);
  expect((await ask(documents.declineReturn, { id: declined.id, note: 'Too late' })).return).toMatchObject({ status: 'DECLINED', decline: { reason: 'RETURN_PERIOD_ENDED', note: 'Too late' }, order: { returnStatus: 'NO_RETURN' } }); // oxfmt-ignore
  const end = async (document: string, id: string) => JSON.stringify((await harness.client.graphql(document, { id })).data); // oxfmt-ignore
  expect(await end(documents.cancelReturn, declined.id)).toContain('Return is not cancelable.');
  const cancelled = await requested((await sold(1)).name);
  expect(await end(documents.closeReturn, cancelled.id)).toContain('INVALID_STATE');
  await ask(documents.approveReturn, { id: cancelled.id });
  expect(await end(documents.cancelReturn, cancelled.id)).toContain('CANCELED');
  const closed = await requested((await sold(1)).name);
  await ask(documents.approveReturn, { id: closed.id });
  expect(await end(documents.closeReturn, closed.id)).toContain('CLOSED');
  expect((await ask(documents.approveReturn, { id: 'gid://shopify/Return/1' })).userErrors).toMatchObject([{ code: 'NOT_FOUND', message: 'Return not found.' }]); // oxfmt-ignore
});

test('a merchant opens a return of units that were sent, and no more of them', async () => {
  const order = await sold(2);
  const create = (quantity: number, more: object = {}, fulfillmentLineItemId = order.fulfillmentLine) =>
    ask(documents.createReturn, { input: { orderId: order.id, returnLineItems: [{ fulfillmentLineItemId, quantity, returnReasonDefinitionId: 'gid://shopify/ReturnReasonDefinition/6', ...more }] } }); // oxfmt-ignore
  expect((await create(3)).userErrors).toMatchObject([{ code: 'INVALID' }]);
  expect((await create(1, {}, 'gid://shopify/FulfillmentLineItem/1')).userErrors).toMatchObject([{ code: 'NOT_FOUND', message: 'Fulfillment Line Item was not found.' }]); // oxfmt-ignore
  expect((await create(1, { returnReasonDefinitionId: 'gid://shopify/ReturnReasonDefinition/5' })).userErrors).toMatchObject([{ code: 'BLANK' }]); // oxfmt-ignore
  expect((await create(1)).return).toMatchObject({ status: 'OPEN', returnLineItems: { nodes: [{ quantity: 1, returnReasonDefinition: { handle: 'damaged-or-defective' } }] } }); // oxfmt-ignore
  const { data } = await harness.client.graphql(documents.returnable, { id: order.id });
  expect(data).toMatchObject({ returnableFulfillments: { nodes: [{ returnableFulfillmentLineItems: { nodes: [{ quantity: 1 }] } }] } }); // oxfmt-ignore
});
