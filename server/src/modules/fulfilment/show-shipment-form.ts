import { english } from '@evenstock/contract/messages/english';
import type { AskedField as ChannelField, Choice } from '@evenstock/connectors/kit/capabilities';
import type { AskedField } from '@evenstock/contract/api/asked-fields';
import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import type { Context } from '../../context.ts';
import type { StoreScope } from '../../api/routing.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { requireOffered } from '../orders/acts/act-on-order.ts';
import { readShipmentForm } from './read-shipment-form.ts';
import { lastMethod, lastSender } from './shipments.queries.ts';

/** The actions that a shipment form is for, and the connector's capability of each. */
const capabilityOf = { ship: 'fulfilment', ready_to_collect: 'selfCollect' } as const;

/**
 * Shows the form for shipping an order, or for setting it ready to collect, as its marketplace reports it, with the last answers where
 * they stay the same.
 * @param userId whose last method is proposed; null: nobody's
 * @throws Refusal 404, or 422 under 'order' with why it cannot be done
 * @throws ChannelError where the marketplace does not answer
 */
export async function showShipmentForm(
  ctx: Context,
  store: StoreScope,
  reference: string,
  action: keyof typeof capabilityOf,
  userId: number | null = null,
): Promise<{ readonly referenceNumber: string; readonly form: ShipmentForm }> {
  const order = await orderToActOn(ctx, store.id, reference);
  requireOffered(order, action);
  return {
    referenceNumber: order.referenceNumber,
    form: await describeShipmentForm(ctx, order, action, userId),
  };
}

/**
 * The shipment form of an order for which the action is offered. See `showShipmentForm`.
 * @throws Refusal 422 under 'order' with why its marketplace refuses
 * @throws ChannelError where the marketplace does not answer
 */
export async function describeShipmentForm(
  ctx: Context,
  order: OrderToActOn,
  action: keyof typeof capabilityOf,
  userId: number | null = null,
): Promise<ShipmentForm> {
  const { methods } = await readShipmentForm(ctx, order, capabilityOf[action]);
  const asksForSender = methods.some(({ fields }) => fields.some(({ key }) => key === 'sender_real_name'));
  const sender = asksForSender ? await lastSender(ctx.db, order.marketplace.id) : null;
  // Where there is nothing to choose, nothing is remembered.
  const chosen =
    action === 'ship' && userId !== null && methods.length > 1
      ? await lastMethod(ctx.db, { marketplaceId: order.marketplace.id, userId })
      : null;
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
  return {
    methods: methods.map(({ key, label, fields }) => ({
      key,
      label: english(label),
      label_message: label,
      fields: fields.map(shown),
    })),
    initial_method: methods.some(({ key }) => key === chosen) ? chosen : null,
    chooses_items: action === 'ship' && (ctx.connectors[order.channel].fulfilment?.choosesLines ?? false),
    is_recorded_here: order.recordedHere.includes(action),
  };
}

/** The ways of a shipment form, and the fields of each, as the specification's calls have them. */
export const paramsOf = (form: ShipmentForm): { key: string; value: string[] }[] =>
  form.methods.map(({ key, fields }) => ({ key, value: fields.map((field) => field.key) }));

/**
 * The choices that a shipment form offers for a field, whatever the method.
 * @param within the answer that they depend on; null: those that depend on none
 */
export function offeredIn(form: ShipmentForm, key: string, within: string | null): readonly Choice[] {
  const fields = form.methods.flatMap((method) => method.fields).filter((field) => field.key === key);
  return (fields[0]?.choices ?? []).filter((choice) => choice.within === null || choice.within === within);
}
