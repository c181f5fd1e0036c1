import type { Order, OrderLine } from '../core/records.ts';
import { isGone, type CallContext } from './call-context.ts';
import { gid } from './gids.ts';
import { currentUnits, fulfilledUnits, type OrderNotes } from './order-records.ts';
import { productView, variantView } from './catalogue-views.ts';

/** Units of a line that are neither sent nor cancelled. */
export function openUnits(line: OrderLine, notes: OrderNotes): number {
  return line.quantity - line.cancelled - fulfilledUnits(notes, line.id);
}

export function lineView(context: CallContext, line: OrderLine, notes: OrderNotes): object {
  const offer = context.shop.offer(line.variantId);
  const known = offer === undefined || isGone(offer) ? null : offer;
  const current = currentUnits(notes, line);
  const hasTitle = line.variantName !== '';
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    title: line.name,
    name: hasTitle ? `${line.name} - ${line.variantName}` : line.name,
    variantTitle: hasTitle ? line.variantName : null,
    sku: line.sku === '' ? null : line.sku,
    vendor: context.shop.record.name,
    quantity: line.quantity,
    currentQuantity: current,
    unfulfilledQuantity: openUnits(line, notes),
    refundableQuantity: current,
    nonFulfillableQuantity: 0,
    requiresShipping: true,
    restockable: true,
    taxable: true,
    originalUnitPriceSet: context.bag(line.originalPrice),
    originalTotalSet: context.bag(line.originalPrice * line.quantity),
    discountedUnitPriceSet: context.bag(line.unitPrice),
    discountedTotalSet: context.bag(line.unitPrice * line.quantity),
    totalDiscountSet: context.bag((line.originalPrice - line.unitPrice) * line.quantity),
    variant: () => (known === null ? null : variantView(context, known)),
    product: () => (known === null ? null : productView(context, known.item)),
    image: () =>
      known === null ? null : { url: context.core.pictureUrl(known.item.picture), altText: line.name },
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
