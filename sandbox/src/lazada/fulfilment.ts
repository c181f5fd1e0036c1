import { z } from 'zod';
import type { Order } from '../core/records.ts';
import { addPackage, orderIdOf, otherProvider, shipmentProvider, type Package } from './packages.ts';
import { catchUp, repacked } from './parcels.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import { unitsOf, type Unit } from './units.ts';

const mostInBatch = 20;

const id = z.union([z.string(), z.int()]).transform(String);
const providersRequest = z.object({ orders: z.array(z.object({ order_id: id, order_item_ids: z.array(id).min(1) })).min(1) }); // oxfmt-ignore
const packRequest = z.object({
  pack_order_list: z.array(z.object({ order_id: id, order_item_list: z.array(id).min(1) })).min(1),
  delivery_type: z.literal('dropship'),
  shipping_allocate_type: z.enum(['TFS', 'NTFS']),
  shipment_provider_code: z.string().optional(),
});
export const packagesRequest = z.object({ packages: z.array(z.object({ package_id: z.string() })).min(1) });

/** What a row of these calls says when it did not work; the call itself succeeds all the same (lazada.md 5). */
export const rowErrors = {
  '600001': 'package not found',
  '600002': 'package cancelled',
  '700000': 'the status does not allow this',
  '700009': 'not a DBS order',
  '700016': 'no NTFS carrier',
  '700021': 'order not found',
  '700022': 'the batch is too big',
  '700025': 'order item not found',
  '700026': 'the item is not allowed to pack',
  '700028': 'pickup-in-store orders cannot be packed',
  '1003': 'carrier allocation failed',
} as const;
type RowCode = keyof typeof rowErrors;

/** `/order/shipment/providers/get`: the platform allocates; a seller may name one of these all the same. */
export function readProviders(call: ShopCall): object {
  for (const asked of call.json('getShipmentProvidersReq', providersRequest).orders) {
    const order = call.findOrder(asked.order_id);
    if (order === null) throw new Failure('700021', rowErrors['700021']);
    if (order.selfCollect) throw new Failure('700028', rowErrors['700028']);
  }
  return {
    platform_default: 1,
    shipping_allocate_type: 'TFS',
    shipment_providers: [shipmentProvider, otherProvider],
  };
}

/** `/order/fulfill/pack`: the items of each order that are named go into one parcel. */
export function pack(call: ShopCall): object {
  const request = call.json('packReq', packRequest);
  if (request.pack_order_list.length > mostInBatch) throw new Failure('700022', rowErrors['700022']);
  const wanted = request.pack_order_list;
  const orders = call.halfBatch ? wanted.slice(0, Math.floor(wanted.length / 2)) : wanted;
  return {
    pack_order_list: orders.map(({ order_id, order_item_list }) => ({
      order_id: Number(order_id),
      order_item_list: packOne(call, order_id, order_item_list, carrierProblem(request)),
    })),
  };
}

function carrierProblem(request: z.output<typeof packRequest>): RowCode | null {
  // Local shops are allocated a carrier; only cross-border ones choose (NTFS).
  if (request.shipping_allocate_type === 'NTFS') return '700016';
  const code = request.shipment_provider_code ?? '';
  return code === '' || [shipmentProvider, otherProvider].some(({ provider_code }) => provider_code === code)
    ? null
    : '1003';
}

function packOne(
  call: ShopCall,
  orderId: string,
  itemIds: readonly string[],
  problem: RowCode | null,
): object[] {
  const order = call.findOrder(orderId);
  if (order === null) return itemIds.map((itemId) => failedItem(itemId, '700021'));
  const units = unitsOf(order, call.marks(order));
  const rows = itemIds.map((itemId) => ({ itemId, code: problem ?? whyNotPack(order, units, itemId) }));
  const good = rows.filter(({ code }) => code === null).map(({ itemId }) => itemId);
  const parcel = good.length === 0 ? null : makeParcel(call, order, good);
  return rows.map(({ itemId, code }) =>
    code !== null || parcel === null
      ? failedItem(itemId, code ?? '700000')
      : {
          order_item_id: Number(itemId), msg: 'success', item_err_code: '0', tracking_number: parcel.tracking, shipment_provider: shipmentProvider.name,
          package_id: parcel.id, retry: false,
        },
  ); // oxfmt-ignore
}

function whyNotPack(order: Order, units: readonly Unit[], itemId: string): RowCode | null {
  const unit = units.find((one) => one.id === itemId);
  if (unit === undefined) return '700025';
  if (order.selfCollect) return '700028';
  if (order.cancellationRequested) return '700000';
  return unit.status === 'pending' ? null : '700026';
}

function failedItem(itemId: string, code: RowCode): object {
  return {
    order_item_id: Number(itemId), msg: rowErrors[code], item_err_code: code, tracking_number: '', shipment_provider: '', package_id: '', retry: false,
  }; // oxfmt-ignore
}

/** The order itself is packed with its last open unit. */
function makeParcel(call: ShopCall, order: Order, units: readonly string[]): Package {
  const marks = call.keepMarks(order);
  const parcel = addPackage(marks.packages, order, units, call.core.clock.now());
  call.saveMarks(order, marks);
  order.tracking ??= parcel.tracking;
  if (!catchUp(call.core, call.shop, order, marks)) call.unitsMoved(order, units);
  return parcel;
}

/** `/order/package/rts`: parcels are handed to the system; what they hold leaves the stock with the last of the order. */
export function readyToShip(call: ShopCall): object {
  return eachPackage(call, 'readyToShipReq', (order, parcel) => {
    if (parcel.status !== 'packed' || order.cancellationRequested) return '700000';
    setStatus(call, order, parcel, 'ready_to_ship');
    if (!catchUp(call.core, call.shop, order, call.keepMarks(order))) call.unitsMoved(order, parcel.units);
    return null;
  });
}

/** `/order/package/repack`: undoes packing. */
export function repack(call: ShopCall): object {
  return eachPackage(call, 'rePackReq', (order, parcel) => {
    if (parcel.status !== 'packed') return '700000';
    setStatus(call, order, parcel, 'canceled');
    if (order.stage === 'packed') {
      const other = call.marks(order)?.packages.find(({ status }) => status !== 'canceled');
      order.tracking = other?.tracking ?? null;
      call.shop.happen(order, 'unpack', { by: 'seller', reason: repacked });
    } else call.unitsMoved(order, parcel.units);
    return null;
  });
}

/** `/order/package/sof/delivered`: who delivers by own means says that a parcel arrived; the order has with its last parcel. */
export function delivered(call: ShopCall): object {
  return eachPackage(call, 'dbsDeliveryReq', (order, parcel) => {
    if (!order.sellerDelivers) return '700009';
    if (!isUnderWay(order, parcel)) return '700000';
    setStatus(call, order, parcel, 'delivered');
    const open = unitsOf(order, call.marks(order)).filter(
      ({ parcel: one }) => one !== undefined && one.status !== 'canceled',
    );
    if (open.every(({ parcel: one }) => one?.status === 'delivered'))
      call.shop.happen(order, 'deliver', { by: 'seller' });
    else call.unitsMoved(order, parcel.units);
    return null;
  });
}

/** `/order/package/sof/failed_delivery`: the buyer was not met. Another attempt may still deliver it. */
export function failedDelivery(call: ShopCall): object {
  return eachPackage(call, 'dbsFailedDeliveryReq', (order, parcel) => {
    if (!order.sellerDelivers) return '700009';
    if (!isUnderWay(order, parcel) || parcel.status === 'failed_delivery') return '700000';
    setStatus(call, order, parcel, 'failed_delivery');
    call.unitsMoved(order, parcel.units);
    return null;
  });
}

const isUnderWay = (order: Order, { status }: Package): boolean =>
  order.stage === 'shipped' && status !== 'delivered';

/** `/order/invoice_number/set` (lazada.md 5): the number that the seller's own invoice has. */
export function setInvoiceNumber(call: ShopCall): object {
  const itemId = call.needed('order_item_id');
  const number = call.needed('invoice_number');
  const order = call.findOrderOfUnit(itemId);
  if (order === null) throw new Failure('20', 'Invalid Order Item ID');
  const unit = unitsOf(order, call.marks(order)).find(({ id }) => id === itemId);
  if (unit?.parcel === undefined) throw new Failure('34', 'The order item must be packed first');
  const marks = call.keepMarks(order);
  marks.invoices[itemId] = number;
  call.saveMarks(order, marks);
  return { order_item_id: Number(itemId), invoice_number: number };
}

function setStatus(call: ShopCall, order: Order, parcel: Package, status: Package['status']): void {
  parcel.status = status;
  parcel.at = call.core.clock.now();
  call.saveMarks(order, call.keepMarks(order));
}

function eachPackage(
  call: ShopCall,
  name: string,
  act: (order: Order, parcel: Package) => RowCode | null,
): object {
  const { packages } = call.json(name, packagesRequest);
  if (packages.length > mostInBatch) throw new Failure('700022', rowErrors['700022']);
  const asked = call.halfBatch ? packages.slice(0, Math.floor(packages.length / 2)) : packages;
  return {
    packages: asked.map(({ package_id }) => {
      const found = findPackage(call, package_id);
      const code = typeof found === 'string' ? found : act(found.order, found.parcel);
      const row =
        code === null
          ? { msg: 'success', item_err_code: '0' }
          : { msg: rowErrors[code], item_err_code: code };
      return { package_id, ...row, retry: false };
    }),
  };
}

/** A live parcel with its order, or the code for why there is none. */
export function findPackage(
  call: ShopCall,
  packageId: string,
): { order: Order; parcel: Package } | '600001' | '600002' {
  const order = call.findOrder(orderIdOf(packageId));
  const parcel = order === null ? undefined : call.marks(order)?.packages.find((one) => one.id === packageId);
  if (order === null || parcel === undefined) return '600001';
  return parcel.status === 'canceled' ? '600002' : { order, parcel };
}
