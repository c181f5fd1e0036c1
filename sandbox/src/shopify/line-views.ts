import type { Order, OrderLine } from '../core/records.ts';
import { isGone, type Desk } from './desk.ts';
import { gid } from './gids.ts';
import { fulfilledUnits, refundedUnits, type OrderNotes } from './order-records.ts';
import { productView, variantView } from './shelf-views.ts';

/** Units of a line that are neither sent nor cancelled. */
export function openUnits(line: OrderLine, notes: OrderNotes): number {
  return line.quantity - line.cancelled - fulfilledUnits(notes, line.id);
}

export function lineView(desk: Desk, line: OrderLine, notes: OrderNotes): object {
  const offer = desk.shop.offer(line.variantId);
  const known = offer === undefined || isGone(offer) ? null : offer;
  const refunded = refundedUnits(notes, line.id);
  const hasTitle = line.variantName !== '';
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    title: line.name,
    name: hasTitle ? `${line.name} - ${line.variantName}` : line.name,
    variantTitle: hasTitle ? line.variantName : null,
    sku: line.sku,
    vendor: desk.shop.record.name,
    quantity: line.quantity,
    currentQuantity: line.quantity - refunded,
    unfulfilledQuantity: openUnits(line, notes),
    refundableQuantity: line.quantity - refunded,
    nonFulfillableQuantity: 0,
    requiresShipping: true,
    restockable: true,
    taxable: true,
    originalUnitPriceSet: desk.bag(line.originalPrice),
    originalTotalSet: desk.bag(line.originalPrice * line.quantity),
    discountedUnitPriceSet: desk.bag(line.unitPrice),
    discountedTotalSet: desk.bag(line.unitPrice * line.quantity),
    totalDiscountSet: desk.bag((line.originalPrice - line.unitPrice) * line.quantity),
    variant: () => (known === null ? null : variantView(desk, known)),
    product: () => (known === null ? null : productView(desk, known.item)),
    image: () =>
      known === null ? null : { url: desk.core.pictureUrl(known.item.picture), altText: line.name },
  };
}

/** The lines of an order that records name, each with its record. */
export function linesNamed<T extends { lineId: string }>(
  order: Order,
  records: readonly T[],
): (T & { line: OrderLine })[] {
  return records.flatMap((record) => {
    const line = order.lines.find(({ id }) => id === record.lineId);
    return line === undefined ? [] : [{ ...record, line }];
  });
}

export function linePlace(line: OrderLine): { value: number; id: number } {
  return { value: 0, id: Number(line.id) };
}
