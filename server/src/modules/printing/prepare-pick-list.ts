import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { getPickList, PickListGrouping } from '@evenstock/contract/printing/printing';
import type { Context } from '../../context.ts';
import { notFound, type StoreScope } from '../../api/routing.ts';
import { dayOf } from '../../platform/time/days.ts';
import { drawPickList } from './draw-pick-list.ts';
import { keepFile } from './keep-file.ts';
import { pickListRows } from './pick-list.rules.ts';
import { invalidOrder, preparationOf } from './preparation.rules.ts';
import { findOrdersToPrint } from './printing.queries.ts';

/**
 * Makes the pick list of orders, as rows and as a PDF. It has no buyers' data.
 * @throws Refusal 404 where none of the orders is the store's
 */
export async function preparePickList(
  ctx: Context,
  store: StoreScope,
  ids: readonly number[],
  grouping: PickListGrouping,
): Promise<CallReply<typeof getPickList>> {
  const orders = await findOrdersToPrint(ctx.db, store.id, ids);
  if (orders.length === 0) throw notFound('order');
  const hasItems = ({ items }: (typeof orders)[number]): boolean =>
    items.some(({ ordered, cancelled }) => ordered > cancelled);
  const printable = orders.filter(hasItems);
  const invalids = orders
    .filter((order) => !hasItems(order))
    .map((order) => invalidOrder(order, message('printing.no_items')));
  const rows = pickListRows(printable, grouping);
  const at = ctx.clock.now();
  const key = await keepFile(
    ctx,
    { storeId: store.id, orderIds: [] },
    await drawPickList(rows, grouping, at),
  );
  const name = `Pick List ${dayOf(at, store.timeZone)}.pdf`;
  const pdfs = [ctx.files.link(key, { mediaType: 'application/pdf', name })];
  return {
    pick_list: { ...preparationOf('print_pick_list', printable, invalids), pdfs, labels: [], rows },
  };
}
