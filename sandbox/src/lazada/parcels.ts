import type { Order, OrderEvent } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { addPackage } from './packages.ts';
import type { Core } from '../core/simulator.ts';
import { unitIds, unitsOf, type Unit, type UnitMarks } from './units.ts';

/** The carrier's collection, after the last parcel was set ready to ship; milliseconds. */
const collectedAfter = 3_600_000;
/** Why an order was unpacked, when a call undid one of its parcels only. */
export const repacked = 'repack';

/** Keeps the parcels in step with events that did not come from a call: packed by hand, shipped by hand, cancelled. */
export function followParcels(shop: Shop, order: Order, event: OrderEvent, marks: UnitMarks): void {
  if (event.name === 'pack' || event.name === 'ship' || event.name === 'collect')
    packTheRest(shop, order, event, marks);
  if (event.name === 'ship' || event.name === 'collect') {
    for (const parcel of marks.packages) if (parcel.status === 'packed') parcel.status = 'shipped';
  }
  if (event.name === 'unpack' && event.reason !== repacked)
    for (const parcel of marks.packages) if (parcel.status === 'packed') parcel.status = 'canceled';
  if (event.name === 'cancel') dropEmpty(order, marks);
}

/** The order itself is packed with its last open unit, and shipped when all its parcels are ready; true if one of them happened. */
export function catchUp(core: Core, shop: Shop, order: Order, marks: UnitMarks): boolean {
  const open = (): Unit[] => unitsOf(order, marks).filter(({ id }) => marks.units[id] === undefined);
  if (open().length === 0) return false;
  let happened = false;
  if (order.stage === 'ready' && open().every(({ parcel }) => parcel !== undefined)) {
    shop.happen(order, 'pack', { by: 'seller' });
    happened = true;
  }
  if (order.stage === 'packed' && open().every(({ status }) => status === 'ready_to_ship')) {
    shop.happen(order, 'ship', { by: 'seller' });
    core.schedule(shop, core.clock.now() + collectedAfter, 'collected', order.number);
    happened = true;
  }
  return happened;
}

/** Units that are in no parcel yet go into one. */
function packTheRest(shop: Shop, order: Order, event: OrderEvent, marks: UnitMarks): void {
  const unpacked = unitsOf(order, marks).filter(
    ({ parcel, id }) => parcel === undefined && marks.units[id] === undefined,
  );
  if (unpacked.length === 0) return;
  const parcel = addPackage(marks.packages, order, unpacked.map(({ id }) => id), event.at); // oxfmt-ignore
  if (order.tracking !== null) return;
  order.tracking = parcel.tracking;
  shop.orders.put(order.number, order);
}

/** A parcel whose units are all cancelled is cancelled with them. */
function dropEmpty(order: Order, marks: UnitMarks): void {
  const known = new Set(order.lines.flatMap(unitIds));
  for (const parcel of marks.packages) {
    const isEmpty = parcel.units.every((id) => known.has(id) && marks.units[id]?.status === 'canceled');
    if (isEmpty) parcel.status = 'canceled';
  }
}
