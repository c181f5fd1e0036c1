import type {
  Answers,
  AskedField,
  Cancellation,
  CancellationAsked,
  Fulfilment,
  LineUnits,
  OrderRef,
  SelfCollect,
  Shipment,
  ShipmentForm,
} from '../capabilities.ts';
import type { Access } from '../access.ts';
import type { ChannelOrder, ChannelOrderLine } from '../connector.ts';
import { allOrders, claim, untilListed } from './claims.ts';
import { connect } from './world.ts';
import type { OrderEvent, Seat, World } from './world.ts';

/** A connected shop that sells tea. */
export async function teaShop(world: World): Promise<Seat> {
  await world.control.addItem([{ sku: 'TEA', quantity: 2000 }]);
  return connect(world);
}

/** A paid order after these events, as the connector reads it. */
export async function orderAfter(
  world: World,
  access: Access,
  events: readonly OrderEvent[] = [],
  selfCollect = false,
): Promise<ChannelOrder> {
  const number = await world.control.buy([{ sku: 'TEA', quantity: 2 }], true, selfCollect);
  await untilListed(world);
  for (const event of events) {
    await world.control.happen(number, event);
    await world.control.pass(1);
  }
  return orderNow(world, access, number);
}

/** The order as the connector lists it, once the marketplace lists what happened to it. */
export async function orderNow(world: World, access: Access, number: string): Promise<ChannelOrder> {
  await untilListed(world);
  const order = (await allOrders(world, access)).get(number);
  claim(order !== undefined, `the order ${number} is not listed`);
  return order;
}

export const refOf = ({ number, channelId, lines }: ChannelOrder): OrderRef => ({ number, channelId, lines });

/** Counts these events of the order in the marketplace's own records. */
export async function timesOf(world: World, order: OrderRef, names: readonly string[]): Promise<number> {
  await world.control.pass(5);
  const events = await world.control.events(order.number);
  return events.filter((event) => names.includes(event)).length;
}

let parcels = 0;

/** Answers as a person would: the first of each choice, and letters or digits for each text. */
export function filledIn(fields: readonly AskedField[]): Answers {
  parcels += 1;
  const answers: Record<string, string | readonly string[]> = {};
  for (const field of fields) {
    const within = field.within === null ? null : answers[field.within];
    const choice = field.choices.find((each) => each.within === null || each.within === within);
    claim(
      field.kind !== 'choice' || choice !== undefined || !field.required,
      `${field.key} offers no choice`,
    );
    const text =
      field.pattern?.source.includes('\\d') === true ? '123456789' : `NVSG${String(1000 + parcels)}`;
    if (field.kind === 'choice') {
      if (choice !== undefined) answers[field.key] = choice.value;
    } else answers[field.key] = field.kind === 'texts' ? [text] : text;
  }
  return answers;
}

/** Returns the first way of shipping that is offered. */
export function firstMethod(form: ShipmentForm): { method: string; answers: Answers } {
  const [method] = form.methods;
  claim(method !== undefined, 'no way of shipping is offered');
  return { method: method.key, answers: filledIn(method.fields) };
}

let attempts = 0;

/** The attempt key of a person's attempt. */
export function newAttempt(): string {
  attempts += 1;
  return `action-${String(attempts)}`;
}

/** All units of a line, as an action names them. */
export const unitsOf = ({ lineId, unitIds, ordered }: ChannelOrderLine): LineUnits => ({
  lineId,
  unitIds,
  units: ordered,
});

/** A shipment in the first way that is offered, of these lines; of all that is left where none are named. */
export async function shipmentOf(
  way: Pick<Fulfilment | SelfCollect, 'form'>,
  access: Access,
  order: ChannelOrder,
  lines: readonly LineUnits[] | null = null,
): Promise<Shipment> {
  const form = await way.form(access, refOf(order));
  return {
    order: refOf(order),
    attemptKey: newAttempt(),
    ...firstMethod(form),
    lines,
    shippedAt: access.http.now(),
  };
}

/** A cancellation for the first reason that is offered, of these lines; of the whole order where none are named. */
export async function cancellationOf(
  cancellation: Cancellation,
  access: Access,
  order: ChannelOrder,
  lines: readonly LineUnits[] | null = null,
): Promise<CancellationAsked> {
  const [reason] = await cancellation.reasons(access, refOf(order));
  claim(reason !== undefined, 'offers no reason to cancel');
  return {
    order: refOf(order),
    attemptKey: newAttempt(),
    reason: reason.key,
    detail: reason.needsDetail ? 'It broke on the shelf.' : null,
    lines: lines ?? (reason.needsLines ? order.lines.map(unitsOf) : null),
    refund: 'everything' as const,
  };
}
