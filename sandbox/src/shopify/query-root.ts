import type { BulkOperations } from './bulk.ts';
import { listed } from '../core/left-out.ts';
import type { Item, Order } from '../core/records.ts';
import { mainPlace, placesOf, stockAt } from '../core/places.ts';
import type { Offer } from '../core/shop.ts';
import {
  connection,
  neededFor,
  startOf,
  type Connection,
  type PageArguments,
  type Place,
} from './connection.ts';
import { dateTime, type CallContext } from './call-context.ts';
import { gid, locationNumber, numberOf, turned } from './gids.ts';
import { financialStatus, fulfillmentOrderView, fulfillmentStatus, fulfillmentView, orderView, othersOf, refundView, totalsOf } from './order-views.ts'; // oxfmt-ignore
import { reasonViews, returnableViews, returnView } from './return-views.ts';
import { findReturn } from './return-writes.ts';
import { compileSearch, earliest, type SearchFields } from './search.ts';
import {
  handleOf,
  inventoryItemView,
  isListed,
  levelView,
  locationName,
  locationView,
  offerPlace,
  productStatus,
  productView,
  shopView,
  variantsOf,
  variantView,
} from './catalogue-views.ts';
import type { Subscriptions } from './subscriptions.ts';

type List = PageArguments & {
  readonly query?: string | null;
  readonly sortKey?: string;
  readonly includeInactive?: boolean;
};
type Identified = { readonly id: string };
type Counted = { readonly query?: string | null; readonly limit?: number | null };

/** What the fields of QueryRoot answer, for one call. */
export function queryRoot(
  context: CallContext,
  subscriptions: Subscriptions,
  bulk: BulkOperations,
  isJobDone: (id: string) => boolean | null,
): object {
  const { shop } = context;

  function* products(query: string | null | undefined, args: List): Generator<Item> {
    context.need('products', 'read_products');
    const matches = compileSearch(query, productFields(context));
    const isByUpdate = args.sortKey === 'UPDATED_AT';
    const from = Math.max(startOf(args), earliest(query, 'updated_at'));
    const candidates = isByUpdate ? shop.itemsByUpdate.within(from, Infinity) : shop.items.values();
    const found = (function* () {
      for (const item of candidates) if (isListed(item) && matches(item)) yield item;
    })();
    const leftOut = context.leftOut('products');
    if (leftOut === 'nothing') yield* found;
    else yield* listed(found, leftOut);
  }
  function variants({ query }: { query?: string | null }, field: string): Offer[] {
    context.need(field, 'read_products');
    return context.offers().filter(compileSearch(query, variantFields(context)));
  }
  function* orders(query: string | null | undefined, args: List): Generator<Order> {
    context.need('orders', 'read_orders');
    const matches = compileSearch(query, orderFields(context));
    const isByUpdate = args.sortKey === 'UPDATED_AT';
    const index = isByUpdate ? shop.ordersByUpdate : shop.ordersByCreation;
    const from = Math.max(
      timesOfOrders.has(args.sortKey ?? '') ? startOf(args) : -Infinity,
      earliest(query, isByUpdate ? 'updated_at' : 'created_at'),
    );
    const found = (function* () {
      for (const one of index.within(from, Infinity)) if (!shop.isHidden(one) && matches(one)) yield one;
    })();
    const leftOut = context.leftOut('orders');
    if (leftOut === 'nothing') yield* found;
    else yield* listed(found, leftOut);
  }
  function order({ id }: Identified): object | null {
    context.need('order', 'read_orders');
    const found = context.order(id);
    return found === null ? null : orderView(context, found);
  }
  function product({ id }: Identified): object | null {
    context.need('product', 'read_products');
    const item = shop.items.get(numberOf(id, 'Product') ?? '');
    return item === undefined || !isListed(item) ? null : productView(context, item);
  }
  function productVariant({ id }: Identified): object | null {
    context.need('productVariant', 'read_products');
    const offer = context.offerOfVariant(id);
    return offer === null ? null : variantView(context, offer);
  }
  function inventoryItem({ id }: Identified): object | null {
    context.need('inventoryItem', 'read_inventory');
    const offer = context.offerOfInventoryItem(id);
    return offer === null ? null : inventoryItemView(context, offer);
  }
  function inventoryLevel({ id }: Identified): object | null {
    context.need('inventoryLevel', 'read_inventory');
    const item = /^gid:\/\/shopify\/InventoryLevel\/(\d+)\?inventory_item_id=(\d+)$/.exec(id);
    const place = context.placeOf(gid('Location', item?.[1] ?? ''));
    const offer = context.offerOfInventoryItem(gid('InventoryItem', item?.[2] ?? ''));
    const isKept = place !== null && offer !== null && stockAt(offer.variant, place.key) !== null;
    return isKept ? levelView(context, offer, place) : null;
  }
  function location({ id }: { id?: string | null }): object | null {
    context.need('location', 'read_locations');
    const place = id === null || id === undefined ? mainPlace : context.placeOf(id);
    return place === null ? null : locationView(context, place);
  }
  function fulfillmentOrder({ id }: Identified): object | null {
    context.need(
      'fulfillmentOrder',
      'read_merchant_managed_fulfillment_orders',
      'read_assigned_fulfillment_orders',
    );
    const number = numberOf(id, 'FulfillmentOrder');
    const found =
      number === null ? null : context.order(gid('Order', turned(number, 'fulfillmentOrder', 'order')));
    return found === null ? null : fulfillmentOrderView(context, found);
  }
  function oneReturn(id: string): object | null {
    context.need('return', 'read_returns');
    const found = findReturn(context, id);
    if (found === null) return null;
    const { order: one, record, notes } = found;
    return returnView(context, one, record, notes, othersOf(context, one, notes));
  }
  function ofOrder(id: string, type: 'Fulfillment' | 'Refund'): object | null {
    const number = Number(numberOf(id, type));
    for (const one of shop.orders.values()) {
      const notes = context.notesStore.of(shop, one);
      const fulfillment = notes.fulfillments.find((record) => record.number === number);
      if (type === 'Fulfillment' && fulfillment) return fulfillmentView(context, one, fulfillment, notes);
      const refund = notes.refunds.find((record) => record.number === number);
      if (type === 'Refund' && refund) return refundView(context, one, refund, notes);
    }
    return null;
  }
  function node({ id }: Identified): object | null {
    switch (/^gid:\/\/shopify\/(\w+)\//.exec(id)?.[1]) {
      case 'Product':
        return product({ id });
      case 'ProductVariant':
        return productVariant({ id });
      case 'InventoryItem':
        return inventoryItem({ id });
      case 'InventoryLevel':
        return inventoryLevel({ id });
      case 'Location':
        return location({ id });
      case 'Order':
        return order({ id });
      case 'FulfillmentOrder':
        return fulfillmentOrder({ id });
      case 'Fulfillment':
        return ofOrder(id, 'Fulfillment');
      case 'Refund':
        return ofOrder(id, 'Refund');
      case 'Return':
        return oneReturn(id);
      case 'BulkOperation':
        return bulk.view(context, id);
      case 'WebhookSubscription':
        return subscriptions.view(context, id);
      case 'Shop':
        return shopView(context);
      default:
        return null;
    }
  }

  return {
    shop: () => shopView(context),
    currentAppInstallation: () => ({
      __typename: 'AppInstallation',
      id: gid('AppInstallation', locationNumber(shop)),
      accessScopes: [...context.scopes].map((handle) => ({
        handle,
        description: handle.replaceAll('_', ' '),
      })),
    }),
    node,
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map((id) => node({ id })),
    product,
    productByIdentifier: ({ identifier }: { identifier: { id?: string; handle?: string } }) => {
      if (identifier.id !== undefined) return product({ id: identifier.id });
      const item = [...products(null, {})].find((one) => handleOf(one) === identifier.handle);
      return item === undefined ? null : productView(context, item);
    },
    products: (args: List) => {
      const place = productPlace(context, args.sortKey);
      const found = products(args.query, args);
      const needed = args.sortKey === 'UPDATED_AT' ? neededFor(found, place, args) : [...found];
      const fault = context.pageFault('products');
      return connection(needed, place, (item) => productView(context, item), { ...args, fault });
    },
    productsCount: (args: Counted) => counted([...products(args.query, {})].length, args),
    productVariant,
    productVariants: (args: List): Connection<object> =>
      connection(
        variants(args, 'productVariants'),
        variantPlace(context, args.sortKey),
        (offer) => variantView(context, offer),
        args,
      ),
    productVariantsCount: (args: Counted) => counted(variants(args, 'productVariantsCount').length, args),
    inventoryItem,
    inventoryItems: (args: List) => {
      context.need('inventoryItems', 'read_inventory');
      const matches = compileSearch(args.query, inventoryFields);
      return connection(
        context.offers().filter(matches),
        offerPlace,
        (offer) => inventoryItemView(context, offer),
        args,
      );
    },
    inventoryLevel,
    location,
    locations: (args: List) => {
      context.need('locations', 'read_locations');
      // Closed ones are left out unless they are asked for.
      const found = placesOf(shop).filter(({ isActive }) => isActive || args.includeInactive === true);
      return connection(
        found,
        (place) => ({ value: locationName(shop, place), id: locationNumber(shop, place.key) }),
        (place) => locationView(context, place),
        args,
      );
    },
    order,
    orders: (args: List) => {
      const sortKey = args.sortKey ?? 'PROCESSED_AT';
      const place = orderPlace(context, sortKey);
      const found = orders(args.query, { ...args, sortKey });
      const needed = timesOfOrders.has(sortKey) ? neededFor(found, place, args) : [...found];
      const fault = context.pageFault('orders');
      return connection(needed, place, (one) => orderView(context, one), { ...args, fault });
    },
    ordersCount: (args: Counted) => counted([...orders(args.query, {})].length, args),
    fulfillmentOrder,
    fulfillment: ({ id }: Identified) => ofOrder(id, 'Fulfillment'),
    refund: ({ id }: Identified) => ofOrder(id, 'Refund'),
    job: ({ id }: Identified) => {
      const done = isJobDone(id);
      return done === null ? null : { id, done };
    },
    return: ({ id }: Identified) => oneReturn(id),
    returnableFulfillments: (args: PageArguments & { orderId: string }) => {
      context.need('returnableFulfillments', 'read_returns');
      const one = context.order(args.orderId);
      return returnableViews(context, one, args, (record, notes) =>
        one === null ? {} : fulfillmentView(context, one, record, notes),
      );
    },
    returnReasonDefinitions: reasonViews,
    bulkOperation: ({ id }: Identified) => bulk.view(context, id),
    currentBulkOperation: ({ type }: { type?: string | null }) => bulk.current(context, type),
    bulkOperations: (args: List) => bulk.page(context, args),
    webhookSubscription: ({ id }: Identified) => subscriptions.view(context, id),
    webhookSubscriptions: (
      args: PageArguments & { topics?: readonly string[] | null; uri?: string | null },
    ) => subscriptions.page(context, args),
  };
}

/** Orders come in these orders from an index. */
const timesOfOrders = new Set(['UPDATED_AT', 'CREATED_AT', 'PROCESSED_AT']);

function counted(count: number, { limit }: Counted): object {
  const most = limit ?? count;
  return { count: Math.min(count, most), precision: count > most ? 'AT_LEAST' : 'EXACT' };
}

function productFields(context: CallContext): SearchFields<Item> {
  return {
    default: (item) => [item.name, ...item.variants.map(({ sku }) => sku)],
    id: (item) => [Number(item.id)],
    title: (item) => [item.name],
    handle: (item) => [handleOf(item)],
    status: (item) => [productStatus(item)],
    published_status: (item) => [item.status === 'normal' ? 'published' : 'unpublished'],
    vendor: () => [context.shop.record.name],
    product_type: () => [''],
    tag: () => [],
    barcode: (item) => variantsOf(item).flatMap(({ barcode }) => barcode ?? []),
    sku: (item) => variantsOf(item).map(({ sku }) => sku),
    inventory_total: (item) => [
      variantsOf(item).reduce((sum, variant) => sum + (context.quantity(variant, 'available') ?? 0), 0),
    ],
    created_at: (item) => [dateTime(item.createdAt)],
    updated_at: (item) => [dateTime(item.updatedAt)],
  };
}

function variantFields(context: CallContext): SearchFields<Offer> {
  return {
    default: ({ item, variant }) => [item.name, variant.sku],
    id: ({ variant }) => [Number(variant.id)],
    sku: ({ variant }) => [variant.sku],
    barcode: ({ variant }) => (variant.barcode === null ? [] : [variant.barcode]),
    title: ({ item }) => [item.name],
    product_id: ({ item }) => [Number(item.id)],
    product_status: ({ item }) => [productStatus(item)],
    location_id: ({ variant }) =>
      context.placesWith(variant).map(({ key }) => locationNumber(context.shop, key)),
    inventory_quantity: ({ variant }) => [context.quantity(variant, 'available') ?? 0],
    updated_at: ({ item }) => [dateTime(item.updatedAt)],
  };
}

const inventoryFields: SearchFields<Offer> = {
  default: ({ variant }) => [variant.sku],
  id: ({ variant }) => [turned(variant.id, 'variant', 'inventoryItem')],
  sku: ({ variant }) => [variant.sku],
  created_at: ({ item }) => [dateTime(item.createdAt)],
  updated_at: ({ item }) => [dateTime(item.updatedAt)],
};

function orderFields(context: CallContext): SearchFields<Order> {
  const notesOf = (order: Order) => context.notesStore.of(context.shop, order);
  return {
    default: (order) => [order.number, ...order.lines.map(({ sku }) => sku)],
    id: (order) => [Number(order.id)],
    name: (order) => [order.number, order.number.replace('#', '')],
    sku: (order) => order.lines.map(({ sku }) => sku),
    status: (order) => orderStates(notesOf(order)),
    financial_status: (order) => [financialStatus(order, notesOf(order))],
    fulfillment_status: (order) => fulfillmentWords(fulfillmentStatus(order, notesOf(order))),
    return_status: (order) => [notesOf(order).returnStatus],
    created_at: (order) => [dateTime(order.createdAt)],
    processed_at: (order) => [dateTime(order.createdAt)],
    updated_at: (order) => [dateTime(order.updatedAt)],
    source_name: () => ['web'],
    test: () => ['false'],
    location_id: (order) => [locationNumber(context.shop, order.place)],
  };
}

function orderStates({
  cancelledAt,
  closedAt,
}: {
  cancelledAt: number | null;
  closedAt: number | null;
}): string[] {
  if (cancelledAt !== null) return ['any', 'cancelled', 'closed'];
  return closedAt === null ? ['any', 'open', 'not_closed'] : ['any', 'closed'];
}

function fulfillmentWords(status: string): string[] {
  if (status === 'FULFILLED') return ['fulfilled', 'shipped'];
  return status === 'UNFULFILLED' ? ['unfulfilled', 'unshipped'] : ['partial', 'unfulfilled'];
}

function productPlace(context: CallContext, sortKey = 'ID'): (item: Item) => Place {
  const value: Readonly<Record<string, (item: Item) => string | number>> = {
    CREATED_AT: (item) => item.createdAt,
    PUBLISHED_AT: (item) => item.createdAt,
    UPDATED_AT: (item) => item.updatedAt,
    TITLE: (item) => item.name,
    INVENTORY_TOTAL: (item) =>
      item.variants.reduce((sum, variant) => sum + (context.quantity(variant, 'available') ?? 0), 0),
  };
  return (item) => ({ value: value[sortKey]?.(item) ?? 0, id: Number(item.id) });
}

function variantPlace(context: CallContext, sortKey = 'ID'): (offer: Offer) => Place {
  const value: Readonly<Record<string, (offer: Offer) => string | number>> = {
    SKU: ({ variant }) => variant.sku,
    TITLE: ({ item }) => item.name,
    NAME: ({ item }) => item.name,
    INVENTORY_QUANTITY: ({ variant }) => context.quantity(variant, 'available') ?? 0,
  };
  return (offer) => ({ value: value[sortKey]?.(offer) ?? 0, id: Number(offer.variant.id) });
}

function orderPlace(context: CallContext, sortKey = 'PROCESSED_AT'): (order: Order) => Place {
  const value: Readonly<Record<string, (order: Order) => string | number>> = {
    CREATED_AT: (order) => order.createdAt,
    PROCESSED_AT: (order) => order.createdAt,
    UPDATED_AT: (order) => order.updatedAt,
    TOTAL_PRICE: (order) => totalsOf(order, context.notesStore.of(context.shop, order)).total,
  };
  return (order) => ({ value: value[sortKey]?.(order) ?? 0, id: Number(order.id) });
}
