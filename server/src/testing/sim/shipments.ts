import { ChannelError } from '@evenstock/connectors/kit/errors';
import { sql } from 'kysely';
import { Refusal } from '../../api/routing.ts';
import { readShipmentForm } from '../../modules/fulfilment/read-shipment-form.ts';
import { shipping } from '../../modules/fulfilment/ship-order.ts';
import { readShipment } from '../../modules/fulfilment/shipment-answers.rules.ts';
import { requestOnOrder } from '../../modules/orders/act-on-order.ts';
import { orderToActOn, type OrderToActOn } from '../../modules/orders/order-to-act-on.ts';
import type { Stage } from './actors.ts';
import type { Prng } from './prng.ts';
import type { Violation } from './violation.ts';

/** The latest orders that a member chooses from. */
const CHOICES = 8;

/**
 * A member ships one of Shopee's latest orders, where it offers that; the call is left to the workers.
 * @param prng of its own, so that what else happens in a seed is decided as without shipments
 */
export async function ship(stage: Stage, prng: Prng): Promise<void> {
  const { market, record } = stage;
  const { rows } = await sql<{ reference_number: string }>`
    select o.reference_number from orders o join marketplaces m on m.id = o.marketplace_id
    where m.channel = 'shopee' order by o.id desc limit ${CHOICES}`.execute(market.ctx.db);
  if (rows.length === 0) return;
  const order = await orderToActOn(market.ctx, market.storeId, prng.pick(rows).reference_number);
  if (!order.offers.includes('ship')) return;
  const outcome = await request(stage, order);
  record.log.push(
    `${market.clock.now().toISOString().slice(11, 23)} member ships ${order.ref.number}: ${outcome}`,
  );
}

async function request({ market, userId }: Stage, order: OrderToActOn): Promise<string> {
  try {
    const form = await readShipmentForm(market.ctx, order, 'fulfilment');
    const [method] = form.methods;
    if (method === undefined) return 'no way of shipping is offered';
    const answers = Object.fromEntries(
      method.fields.flatMap(({ key, choices, required }) =>
        choices[0] === undefined ? (required ? [[key, 'Any 1']] : []) : [[key, choices[0].value]],
      ),
    );
    const { asked } = readShipment({ ...answers, method: method.key }, form, {
      lines: order.lines,
      choosesLines: false,
    });
    if (asked === null) return 'its answers are not taken';
    const by = { storeId: market.storeId, userId, performedBy: 'job' } as const;
    return (await requestOnOrder(market.ctx, by, order, shipping, asked)).outcome;
  } catch (error) {
    if (error instanceof ChannelError || error instanceof Refusal) return error.message;
    throw error;
  }
}

/** How often an order was shipped from here: parcels of Shopee's carriers are packed first, others leave at once. */
function arrangedHere(events: readonly string[], isShippedThere: boolean): number {
  const packed = events.filter((name) => name === 'pack').length;
  if (packed > 0) return packed;
  return events.filter((name) => name === 'ship').length - (isShippedThere ? 1 : 0);
}

/** A1: every shipment that a member asked for has an outcome, and that outcome is what its marketplace shows; none is done twice. */
export async function checkShipments({ market, record }: Stage): Promise<Violation[]> {
  const { rows } = await sql<{ number: string; state: string; reason: string | null }>`
    select o.number, a.state, a.outcome_reason as reason
    from marketplace_actions a join orders o on o.id = a.subject_id
    where a.kind = 'order.ship' order by a.id`.execute(market.ctx.db);
  const numbers = [...new Set(rows.map(({ number }) => number))];
  return numbers.flatMap((number): Violation[] => {
    const { shop } = market.shop('shopee');
    const { events } = market.sandbox.control.storedOrder('shopee', shop, number);
    const arranged = arrangedHere(
      events.map(({ name }) => name),
      record.shippedThere.has(number),
    );
    const asked = rows.filter((row) => row.number === number);
    const done = asked.filter(({ state }) => state === 'done').length;
    const isOpen = asked.some(({ state }) => state !== 'done' && state !== 'refused');
    const isCancelled = events.some(({ name }) => name === 'cancel');
    const isDoneAsShown = record.shippedThere.has(number)
      ? // Found shipped there, an action of ours is done as well.
        arranged <= done
      : // Once an order is cancelled, Shopee does not tell whether it was arranged before: the action may end refused.
        arranged === done || (isCancelled && arranged === 1);
    if (!isOpen && isDoneAsShown && done <= 1) return [];
    const states = asked.map(({ state, reason }) => (reason === null ? state : `${state} (${reason})`));
    return [
      {
        promise: 'A1',
        account: `Order ${number} was arranged ${String(arranged)} times at Shopee; its actions here: ${states.join(', ')}.`,
      },
    ];
  });
}
