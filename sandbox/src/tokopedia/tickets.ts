import { listed, paged } from '../core/left-out.ts';
import type { Order, OrderEvent } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { productOfLine } from './order-fields.ts';
import { Failure } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { localDay, localTime, rupiah } from './words.ts';

const day = 86_400_000;

/** `GET /resolution/v1/fs/{fs_id}/ticket`: complaints, which are settled in the seller's console alone (tokopedia.md 6). */
export function listTickets(call: TokopediaCall): object {
  const shop = call.shop();
  const from = dayGiven(call, 'start_date', 'from_date');
  const to = dayGiven(call, 'end_date', 'to_date');
  const found: object[] = [];
  for (const order of shop.ordersByUpdate.within(-Infinity, Infinity)) {
    order.events.forEach((event, index) => {
      const opened = localDay(event.at);
      if (event.name === 'request_return' && !shop.isHidden(order) && opened >= from && opened <= to)
        found.push(ticket(call, shop, order, event, index));
    });
  }
  const tickets = paged(listed(found, call.leftOut('returns')), 0, found.length, call.pageFault('returns'));
  const shops =
    tickets.length === 0 ? [] : [{ shop_id: Number(shop.id), shop_name: shop.record.name, ticket: tickets }];
  return { is_success: true, startdate: from, enddate: to, shops };
}

/** A day, under either of the names that are in use. */
function dayGiven(call: TokopediaCall, name: string, otherName: string): string {
  const text = call.text(name) ?? call.text(otherName);
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text))
    throw new Failure(400, 'ORD_DLV_001', `${name} must be YYYY-MM-DD`);
  return text;
}

function ticket(call: TokopediaCall, shop: Shop, order: Order, opened: OrderEvent, index: number): object {
  const closed = order.events
    .slice(index)
    .find(({ name }) => name === 'return' || name === 'reject_return' || name === 'withdraw_return');
  const meant = order.lines.map((line) => ({
    line,
    units: opened.units === undefined ? line.quantity - line.cancelled : (opened.units[line.id] ?? 0),
  }));
  const isRefunded = closed?.name === 'return';
  const funds = meant.reduce((sum, { line, units }) => sum + rupiah(line.unitPrice) * units, 0);
  return {
    id: Number(`${order.id}${String(index)}`),
    problem_type: opened.reason ?? 'Barang tidak sesuai',
    status: closed === undefined ? 'open' : 'closed',
    open_date: localTime(opened.at),
    sla_date: localTime(opened.at + 3 * day),
    close_date: closed === undefined ? '' : localTime(closed.at),
    invoice_number: order.number,
    solution: isRefunded ? 'refund' : '',
    fault: isRefunded ? 'seller' : '',
    shipping_amt: 0,
    total_issued_funds: isRefunded ? funds : 0,
    complaint_product: meant
      .filter(({ units }) => units > 0)
      .map(({ line, units }) => ({
        id: Number(productOfLine(shop, line)),
        Name: line.name,
        qty: units,
        price: rupiah(line.unitPrice),
        final_price: rupiah(line.unitPrice),
        image: call.core.pictureUrl(shop.items.get(line.itemId)?.picture ?? 'parcel'),
      })),
  };
}
