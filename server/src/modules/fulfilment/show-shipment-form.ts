import { english } from '@evenstock/contract/messages/english';
import type { AskedField as ChannelField, Choice } from '@evenstock/connectors/kit/capabilities';
import type { AskedField } from '@evenstock/contract/asked-fields';
import type { ShipmentForm } from '@evenstock/contract/fulfilment';
import type { Context } from '../../context.ts';
import type { StoreScope } from '../../api/routing.ts';
import { orderToActOn } from '../orders/order-to-act-on.ts';
import { readShipmentForm, requireShippable } from './shippable-order.ts';
import { lastSender } from './shipments.queries.ts';

/**
 * The shipment form of an order as its marketplace reports it, with the last answers where they stay the same.
 * @throws Refusal 404, or 422 under 'order' with why it cannot be shipped
 * @throws ChannelError where the marketplace does not answer
 */
export async function showShipmentForm(
  ctx: Context,
  store: StoreScope,
  reference: string,
): Promise<{ readonly referenceNumber: string; readonly form: ShipmentForm }> {
  const order = await orderToActOn(ctx, store.id, reference);
  requireShippable(order);
  const { methods } = await readShipmentForm(ctx, order);
  const asksForSender = methods.some(({ fields }) => fields.some(({ key }) => key === 'sender_real_name'));
  const sender = asksForSender ? await lastSender(ctx.db, order.marketplace.id) : null;
  const shown = ({ label, pattern, ...field }: ChannelField): AskedField => ({
    ...field,
    label: english(label),
    label_message: label,
    pattern:
      pattern === null
        ? null
        : { source: pattern.source, message: english(pattern.message), said: pattern.message },
    choices: [...field.choices],
    initial: field.key === 'sender_real_name' ? sender : null,
  });
  const form = {
    methods: methods.map(({ key, label, fields }) => ({
      key,
      label: english(label),
      label_message: label,
      fields: fields.map(shown),
    })),
    chooses_items: ctx.connectors[order.channel].fulfilment?.choosesLines ?? false,
  };
  return { referenceNumber: order.referenceNumber, form };
}

/**
 * The choices that a shipment form offers for a field, whatever the method.
 * @param within the answer that they depend on; null: those that depend on none
 */
export function offeredIn(form: ShipmentForm, key: string, within: string | null): readonly Choice[] {
  const fields = form.methods.flatMap((method) => method.fields).filter((field) => field.key === key);
  return (fields[0]?.choices ?? []).filter((choice) => choice.within === null || choice.within === within);
}
