import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { getInvoices } from '@evenstock/contract/printing/printing';
import type { Context } from '../../context.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { dayOf } from '../../platform/time/days.ts';
import { openBuyer } from '../orders/order/buyer.ts';
import { recordReadings } from '../orders/order/record-readings.ts';
import { drawInvoices } from './draw-invoices.ts';
import { hasAmounts, invoiceOf } from './invoice.rules.ts';
import { keepFile } from './keep-file.ts';
import { invalidOrder, preparationOf } from './preparation.rules.ts';
import { findOrdersToPrint, readSeller, type OrderToPrint } from './printing.queries.ts';

/** Why an order has no invoice; null: it has one. */
function whyNot(order: OrderToPrint): Message | null {
  if (order.buyer_deleted_at !== null) return message('printing.buyer_deleted');
  return hasAmounts(order) ? null : message('printing.no_amounts');
}

/**
 * Makes the invoices of orders, in their order, as one PDF.
 * @throws Refusal 404 where none of the orders is the store's
 */
export async function prepareInvoices(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  ids: readonly number[],
): Promise<CallReply<typeof getInvoices>> {
  const orders = await findOrdersToPrint(ctx.db, store.id, ids);
  if (orders.length === 0) throw notFound('order');
  const printable = orders.filter((order) => whyNot(order) === null);
  const invalids = orders.flatMap((order) => {
    const reason = whyNot(order);
    return reason === null ? [] : [invalidOrder(order, reason)];
  });
  const preparation = preparationOf('print_invoice', printable, invalids);
  if (printable.length === 0) return { invoice: { ...preparation, pdfs: [], labels: [] } };
  const seller = { ...(await readSeller(ctx.db, store.id)), time_zone: store.timeZone };
  const invoices = printable.map((order) =>
    invoiceOf(
      order,
      seller,
      openBuyer(ctx.encryption, { id: order.id, storeId: store.id }, order.buyer_sealed),
    ),
  );
  const at = ctx.clock.now();
  const orderIds = printable.map(({ id }) => id);
  const key = await keepFile(ctx, { storeId: store.id, orderIds }, await drawInvoices(invoices, at));
  await recordReadings(ctx, store, actor, orderIds);
  const name = `Invoices ${dayOf(at, store.timeZone)}.pdf`;
  const pdfs = [ctx.files.link(key, { mediaType: 'application/pdf', name })];
  return { invoice: { ...preparation, pdfs, labels: [] } };
}
