import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { MassForm } from '@evenstock/contract/fulfilment/mass-forms';
import { said } from '@evenstock/contract/messages/english';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { OrderAction, OrderRow } from '@evenstock/contract/orders/orders';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../api/routing.ts';
import { withinTime } from '../../../platform/time/time-limit.ts';
import { requireOffered } from './act-on-order.ts';
import { orderRowsById } from '../order/order-rows-by-id.ts';
import { orderToActOn, type OrderToActOn } from '../order/order-to-act-on.ts';

/** The longest that an order waits for its marketplace, in milliseconds; then the order is skipped. */
const READ_WITHIN = 8_000;

/**
 * Reads the forms for one action on each of these orders, in their sequence. Orders that cannot take part are skipped, each with the
 * reason. Marketplaces are read in parallel, the orders of each one after another.
 * @param actionOf the action that must be offered
 * @param read reads the form of one order; it may call the marketplace
 */
export async function readMassForms<Form>(
  ctx: Context,
  storeId: number,
  ids: readonly number[],
  actionOf: (order: OrderToActOn) => OrderAction,
  read: (order: OrderToActOn) => Promise<Form>,
): Promise<{ forms: MassForm<Form>[] }> {
  const rows = await orderRowsById(ctx.db, storeId, ids);
  const forms = new Map<number, MassForm<Form>>();
  await Promise.all(
    [...new Set(rows.map(({ marketplace }) => marketplace.id))].map(async (marketplaceId) => {
      for (const row of rows.filter(({ marketplace }) => marketplace.id === marketplaceId))
        forms.set(row.id, await readForm(ctx, storeId, row, actionOf, read));
    }),
  );
  return { forms: [...new Set(ids)].flatMap((id) => forms.get(id) ?? []) };
}

async function readForm<Form>(
  ctx: Context,
  storeId: number,
  row: OrderRow,
  actionOf: (order: OrderToActOn) => OrderAction,
  read: (order: OrderToActOn) => Promise<Form>,
): Promise<MassForm<Form>> {
  try {
    const order = await orderToActOn(ctx, storeId, row.reference_number);
    requireOffered(order, actionOf(order));
    const form = await withinTime(read(order), READ_WITHIN, (error) => {
      ctx.log.info({ err: error }, 'What a marketplace asks for an order could not be read in time.');
    });
    if (form === null) return skipped(row, message('orders.marketplace_silent'));
    return { order: row, skipped: null, form: form.value };
  } catch (error) {
    if (error instanceof Refusal) return skipped(row, error.reason);
    if (error instanceof ChannelError) return skipped(row, error.fault.reason);
    throw error;
  }
}

function skipped(order: OrderRow, reason: MessageOnWire): MassForm<never> {
  const { text, ...words } = said(reason);
  return { order, skipped: { reason: text, reason_message: words }, form: null };
}
