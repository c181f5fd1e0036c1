import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerFaults } from '../../testing/answer-faults.ts';
import { vendorSchema } from '../../testing/vendor-schema.ts';
import * as documents from '../documents.fixture.ts';
import { schema } from './schema.ts';
import { Harness } from '../harness.fixture.ts';

const vendor = vendorSchema();
const title =
  vendor === null
    ? 'against the vendor’s schema: the folder EVENSTOCK_SCHEMAS does not have it'
    : 'against the vendor’s schema';

describe.runIf(vendor !== null)(title, () => {
  const harness = new Harness(24);
  beforeAll(async () => harness.open());
  afterAll(async () => harness.sandbox.close());

  test('every type, field, argument and value of the sandbox is the vendor’s', () => {
    expect(vendor === null ? [] : differences(schema, vendor)).toEqual([]);
  });

  test('a difference would be seen', () => {
    if (vendor === null) return;
    const invalid = buildSchema(
      'schema { query: QueryRoot } type QueryRoot { shop: Shop nothing: Int } type Shop { id: ID! name: String }',
    );
    expect(differences(invalid, vendor)).toEqual([
      'QueryRoot.shop: Shop is Shop!',
      'QueryRoot.nothing: no such field',
      'Shop.name: String is String!',
    ]);
    const document = parse('{ shop { id name createdAt } products(first: 1) { nodes { id status } } }');
    const data = {
      shop: { id: '1', name: null, createdAt: 'today', more: 1 },
      products: { nodes: [{ id: '2', status: 'SOLD' }] },
    };
    expect(answerFaults(vendor, document, data)).toEqual([
      'query.shop.name: null, but the schema forbids it',
      'query.shop.createdAt: today is no DateTime',
      'query.shop.more: was not asked for',
      'query.products.nodes.0.status: SOLD is no ProductStatus',
    ]);
  });

  test('every document is one that the vendor takes, and every answer one that it could give', async () => {
    await harness.begin();
    const faults: string[] = [];
    let answers = 0;
    const ask = async (text: string, variables: Record<string, unknown> = {}) => {
      const got = await harness.client.graphql(text, variables);
      harness.sandbox.clock.advance(10_000);
      if (vendor === null) return got;
      const document = parse(text);
      faults.push(...validate(vendor, document).map(({ message }) => message));
      expect(got.errors).toBeUndefined();
      faults.push(...answerFaults(vendor, document, got.data));
      answers += 1;
      return got;
    };

    const ware = harness.addListing('KAYA', 20, 6.9);
    harness.sandbox.control.addListings('shopify', harness.shop, {
      name: 'Tee', description: 'Soft.', sku: '', picture: 'tee', status: 'normal', option_names: ['Size'],
      variants: [{ sku: 'TEE-S', options: ['S'], price: 20, special_price: 18, quantity: 3, tracked: true, locked: false }],
    }); // oxfmt-ignore
    const names = [
      harness.buy('KAYA', 2),
      harness.buy('KAYA', 3, false),
      harness.buy('TEE-S', 1),
      harness.buy('KAYA', 1),
      harness.buy('KAYA', 2),
    ];
    const [sent = '', unpaid = '', returned = '', cancelled = '', refunded = ''] = names;
    for (const event of ['ship', 'deliver', 'complete'] as const) harness.happen(sent, event);
    for (const event of ['ship', 'deliver', 'request_return', 'return'] as const)
      harness.happen(returned, event);
    harness.happen(unpaid, 'cancel');

    await ask(documents.shopQuery);
    await ask(documents.locationsQuery);
    await ask(documents.productsQuery);
    await ask(documents.levelsQuery, { id: ware.inventoryItem });
    const locationId = await harness.location();
    const entry = { inventoryItemId: ware.inventoryItem, locationId, changeFromQuantity: null };
    const set = { name: 'available', reason: 'correction', referenceDocumentUri: 'gid://evenstock/Push/1' };
    await ask(documents.setQuantities, {
      key: 'a',
      input: { ...set, quantities: [{ ...entry, quantity: 30 }] },
    });
    await ask(documents.setQuantities, {
      key: 'b',
      input: { ...set, reason: 'whim', quantities: [{ ...entry, quantity: 30 }] },
    });
    await ask(documents.adjustQuantities, {
      key: 'c',
      input: { name: 'available', reason: 'restock', changes: [{ ...entry, delta: 2 }] },
    });
    const idOf = async (name: string) => {
      const { data } = await ask(`{ orders(first: 1, query: "name:${name}") { nodes { id } } }`);
      return /gid:\/\/shopify\/Order\/\d+/.exec(JSON.stringify(data))?.[0] ?? '';
    };
    await ask(documents.cancelOrder, {
      id: await idOf(cancelled),
      r: 'INVENTORY',
      rm: { originalPaymentMethodsRefund: true },
    });
    await ask(documents.cancelOrder, { id: await idOf(cancelled), r: 'INVENTORY' });
    const refundedId = await idOf(refunded);
    const { data } = await ask(
      'query($id: ID!) { order(id: $id) { lineItems(first: 1) { nodes { id } } } }',
      { id: refundedId },
    );
    const lineItemId = /gid:\/\/shopify\/LineItem\/\d+/.exec(JSON.stringify(data))?.[0] ?? '';
    await ask(documents.refund, {
      key: 'd',
      input: {
        orderId: refundedId,
        refundLineItems: [{ lineItemId, quantity: 1, restockType: 'CANCEL' }],
        transactions: [{ orderId: refundedId, kind: 'REFUND', gateway: 'shopify_payments', amount: '6.90' }],
      },
    });
    const orders = await ask(documents.ordersQuery(10));
    const fulfillmentOrderId = /gid:\/\/shopify\/FulfillmentOrder\/\d+(?=","status":"OPEN")/.exec(
      JSON.stringify(orders.data),
    )?.[0];
    const shipped = await ask(documents.ship, {
      f: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }],
        trackingInfo: { company: 'NinjaVan', number: 'NV1', url: 'https://track.example.test/NV1' },
      },
    });
    const fulfillment = /gid:\/\/shopify\/Fulfillment\/\d+/.exec(JSON.stringify(shipped.data))?.[0];
    await ask(
      'mutation($id: ID!) { fulfillmentCancel(id: $id) { fulfillment { id status displayStatus updatedAt } userErrors { field message } } }',
      { id: fulfillment },
    );
    await ask(documents.subscribe, { topic: 'ORDERS_UPDATED', uri: 'https://app.example.test/hooks' });
    await ask(
      '{ webhookSubscriptions(first: 5) { edges { cursor node { id topic uri format createdAt updatedAt includeFields metafieldNamespaces metafields { key namespace } apiVersion { displayName handle supported } endpoint { __typename ... on WebhookHttpEndpoint { callbackUrl } ... on WebhookEventBridgeEndpoint { arn } ... on WebhookPubSubEndpoint { pubSubProject pubSubTopic } } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }',
    );
    await ask(documents.updateProduct, {
      product: { id: ware.product, title: 'Kaya jam', status: 'ACTIVE' },
    });
    const variants = [{ id: ware.variant, price: '7.10', compareAtPrice: '8.00' }, { price: '1' }];
    await ask(documents.updateVariants, { productId: ware.product, variants, partly: true });
    const bulk = await ask(documents.runBulk, { query: '{ products { edges { node { id } } } }' });
    const bulkId = /gid:\/\/shopify\/BulkOperation\/\d+/.exec(JSON.stringify(bulk.data))?.[0];
    await ask(documents.bulkRead, { id: bulkId });
    await ask(
      '{ bulkOperations(first: 5, query: "status:completed") { nodes { id type query createdAt completedAt } } }',
    );
    await ask(documents.deleteProduct, { input: { id: 'gid://shopify/Product/1' } });
    const again = harness.buy('KAYA', 2);
    for (const event of ['ship', 'deliver', 'request_return'] as const) harness.happen(again, event);
    const asked = JSON.stringify((await ask(documents.returnsOfOrders, { q: `name:${again}` })).data);
    const returnId = /gid:\/\/shopify\/Return\/\d+/.exec(asked)?.[0];
    await ask(documents.readReturn, { id: returnId });
    await ask(documents.approveReturn, { id: returnId });
    await ask(documents.processReturn, { input: { returnId } });
    await ask(documents.closeReturn, { id: returnId });
    await ask(documents.declineReturn, { id: returnId });
    await ask(documents.cancelReturn, { id: returnId });
    const orderId = /gid:\/\/shopify\/Order\/\d+/.exec(asked)?.[0];
    await ask(documents.returnable, { id: orderId });
    const returnLineItems = [{ fulfillmentLineItemId: 'gid://shopify/FulfillmentLineItem/1', quantity: 1 }];
    await ask(documents.createReturn, { input: { orderId, returnLineItems } });
    await ask(documents.requestReturn, { input: { orderId, returnLineItems } });
    await ask(everyOrderField);
    await ask(everyVariantField);
    await ask(
      'query($ids: [ID!]!) { nodes(ids: $ids) { id ... on ProductVariant { sku } ... on InventoryItem { tracked } } }',
      { ids: [ware.variant, ware.inventoryItem, refundedId] },
    );

    expect(faults).toEqual([]);
    expect(answers).toBeGreaterThan(20);
  });
});

const everyOrderField = `{
  orders(first: 10, sortKey: CREATED_AT, reverse: true) { nodes {
    legacyResourceId number confirmationNumber closed confirmed test fullyPaid unpaid restockable refundable paymentGatewayNames
    subtotalLineItemsQuantity currentSubtotalLineItemsQuantity
    totalReceivedSet { presentmentMoney { amount } } totalOutstandingSet { shopMoney { amount } } netPaymentSet { shopMoney { amount } }
    currentTotalPriceSet { shopMoney { amount } } customer { id firstName lastName email phone displayName } shippingLine { id title code }
    refunds(first: 5) { id note createdAt processedAt updatedAt totalRefundedSet { shopMoney { amount } }
      refundLineItems(first: 5) { nodes { id quantity restockType restocked location { id } lineItem { id } priceSet { shopMoney { amount } } subtotalSet { shopMoney { amount } } } }
      transactions(first: 5) { nodes { id kind status gateway createdAt parentTransaction { id } } } }
  } }
  ordersCount { count precision }
}`;

const everyVariantField = `{
  productVariants(first: 10, query: "inventory_quantity:>0") { nodes {
    legacyResourceId displayName position taxable availableForSale sellableOnlineQuantity createdAt updatedAt product { id descriptionHtml description(truncateAt: 5) publishedAt variantsCount { count precision } tracksInventory hasOnlyDefaultVariant }
    inventoryItem { legacyResourceId requiresShipping createdAt updatedAt variants(first: 1) { nodes { id } } inventoryLevels(first: 1) { edges { cursor node { id createdAt item { id } location { address { formatted countryCode } createdAt } } } } }
  } }
}`;

/** Where the sandbox's schema says something that the vendor's does not. */
function differences(ours: GraphQLSchema, theirs: GraphQLSchema): string[] {
  return Object.values(ours.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    const other = theirs.getType(type.name);
    if (other === undefined) return [`${type.name}: the vendor has no such type`];
    if (isEnumType(type) && isEnumType(other)) {
      return type
        .getValues()
        .flatMap(({ name }) => (other.getValue(name) ? [] : [`${type.name}.${name}: no such value`]));
    }
    const isObject =
      (isObjectType(type) || isInterfaceType(type)) && (isObjectType(other) || isInterfaceType(other));
    if (isObject)
      return Object.values(type.getFields()).flatMap((field) =>
        fieldDifferences(type.name, field, other.getFields()[field.name]),
      );
    if (isInputObjectType(type) && isInputObjectType(other)) {
      const missing = Object.values(other.getFields()).filter(
        ({ name, type: needed }) => String(needed).endsWith('!') && type.getFields()[name] === undefined,
      );
      return [
        ...Object.values(type.getFields()).flatMap((field) =>
          inputDifferences(type.name, field, other.getFields()[field.name]),
        ),
        ...missing.map(({ name }) => `${type.name}.${name}: is needed`),
      ];
    }
    return type.astNode?.kind === other.astNode?.kind || other.astNode === undefined
      ? []
      : [`${type.name}: of another kind`];
  });
}

function fieldDifferences(
  owner: string,
  ours: GraphQLField<unknown, unknown>,
  theirs?: GraphQLField<unknown, unknown>,
): string[] {
  const place = `${owner}.${ours.name}`;
  if (theirs === undefined) return [`${place}: no such field`];
  const types =
    String(ours.type) === String(theirs.type)
      ? []
      : [`${place}: ${String(ours.type)} is ${String(theirs.type)}`];
  const args = ours.args.flatMap((argument) => {
    const other = theirs.args.find(({ name }) => name === argument.name);
    if (other === undefined) return [`${place}(${argument.name}): no such argument`];
    const isSame =
      String(argument.type) === String(other.type) && argument.defaultValue === other.defaultValue;
    return isSame ? [] : [`${place}(${argument.name}): ${String(argument.type)} is ${String(other.type)}`];
  });
  return [...types, ...args];
}

function inputDifferences(owner: string, ours: GraphQLInputField, theirs?: GraphQLInputField): string[] {
  const place = `${owner}.${ours.name}`;
  if (theirs === undefined) return [`${place}: no such field`];
  return String(ours.type) === String(theirs.type)
    ? []
    : [`${place}: ${String(ours.type)} is ${String(theirs.type)}`];
}
