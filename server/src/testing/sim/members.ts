import type { AskedField, Reason } from '@evenstock/connectors/kit/capabilities';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { english } from '@evenstock/contract/messages/english';
import type { OrderAction } from '@evenstock/contract/orders/orders';
import { sql } from 'kysely';
import { Refusal } from '../../api/routing.ts';
import { storeAttachment } from '../../modules/attachments/store-attachment.ts';
import { accepting, readRefusalReasons, rejecting } from '../../modules/cancellations/answer-cancellation.ts';
import {
  askedCancellationOf,
  cancelling,
  readCancellationOffer,
} from '../../modules/cancellations/cancel-order.ts';
import { readShipmentForm } from '../../modules/fulfilment/read-shipment-form.ts';
import { shipping } from '../../modules/fulfilment/ship-order.ts';
import { readShipment } from '../../modules/fulfilment/shipment-answers.rules.ts';
import { requestOnOrder, type OrderActKind } from '../../modules/orders/acts/act-on-order.ts';
import { moveToCompleted } from '../../modules/orders/pages/move-to-completed.ts';
import { orderToActOn, type OrderToActOn } from '../../modules/orders/order/order-to-act-on.ts';
import { restockOrder } from '../../modules/orders/restock/restock-order.ts';
import {
  acceptingReturn,
  askedAcceptanceOf,
  askedDisputeOf,
  disputingReturn,
  listDisputeReasons,
} from '../../modules/returns/answer-return.ts';
import { png } from '../upload-image.ts';
import { playEvent, say, type Stage } from './actors.ts';
import { confirmPickupOf, setReady } from './collections.ts';
import { memberCall } from './member-call.ts';
import type { Prng } from './prng.ts';

/** The latest orders that a member, or a buyer who returns something, chooses from. */
const CHOICES = 12;
/** A member presses a button a second time before anything else happens. */
const PRESSES_TWICE = 0.3;

type Act = (stage: Stage, prng: Prng, order: OrderToActOn) => Promise<string>;

/** What members do to orders, as they ask for it. */
const acts: Partial<Record<OrderAction, Act>> = {
  ship: (stage, prng, order) => ask(stage, prng, order, shipping, () => shipmentOf(stage, prng, order)),
  cancel: (stage, prng, order) =>
    ask(stage, prng, order, cancelling, () => cancellationOf(stage, prng, order)),
  accept_cancellation: (stage, prng, order) =>
    ask(stage, prng, order, accepting, () => Promise.resolve({ reason: null })),
  reject_cancellation: (stage, prng, order) =>
    ask(stage, prng, order, rejecting, async () => {
      const [reason] = await readRefusalReasons(stage.market.ctx, order);
      return { reason: reason?.key ?? null };
    }),
  accept_return: (stage, prng, order) =>
    ask(stage, prng, order, acceptingReturn, () => {
      const fields = stage.market.ctx.connectors[order.channel].returnAcceptance?.fields ?? [];
      return Promise.resolve(askedAcceptanceOf(stage.market.ctx, order, answersTo(fields, prng)));
    }),
  dispute_return: disputeReturn,
  restock,
  ready_to_collect: (stage, prng, order) =>
    setReady(stage, order, (act, asked) => ask(stage, prng, order, act, asked)),
  authorise_pickup: confirmPickup,
  confirm_pickup: confirmPickup,
  move_to_completed: complete,
};

export type PlayedAction = 'ship' | 'all';

/**
 * A member does something that is offered to one of the latest orders; the call is left to the workers.
 * @param prng of its own, so that what else happens in a seed is decided as without members
 */
export async function act(stage: Stage, prng: Prng, played: PlayedAction): Promise<void> {
  const { market } = stage;
  const { rows } = await sql<{ reference_number: string }>`
    select reference_number from orders order by id desc limit ${CHOICES}`.execute(market.ctx.db);
  const possible: { readonly action: OrderAction; readonly order: OrderToActOn }[] = [];
  for (const { reference_number: reference } of rows) {
    const order = await orderToActOn(market.ctx, market.storeId, reference);
    for (const action of order.offers)
      if (acts[action] !== undefined && (played === 'all' || action === played))
        possible.push({ action, order });
  }
  if (possible.length === 0) return;
  // What is seldom offered is done as often as what always is.
  const action = prng.pick([...new Set(possible.map((one) => one.action))]);
  const { order } = prng.pick(possible.filter((one) => one.action === action));
  const outcome = (await acts[action]?.(stage, prng, order)) ?? '';
  stage.record.acts.set(action, (stage.record.acts.get(action) ?? 0) + 1);
  say(stage, `member: ${action} ${order.ref.number} at ${order.channel}: ${outcome}`);
}

/** @param readAsked what the member fills in; it may read from the marketplace */
async function ask(
  { market, userId }: Stage,
  prng: Prng,
  order: OrderToActOn,
  kind: OrderActKind,
  readAsked: () => Promise<unknown>,
): Promise<string> {
  const by = { storeId: market.storeId, userId, performedBy: 'job' } as const;
  try {
    const asked = await readAsked();
    if (asked === null) return 'its answers are not taken';
    const { outcome } = await requestOnOrder(market.ctx, by, order, kind, asked);
    if (!prng.chance(PRESSES_TWICE)) return outcome;
    return `${outcome}, then ${(await requestOnOrder(market.ctx, by, order, kind, asked)).outcome}`;
  } catch (error) {
    if (error instanceof ChannelError || error instanceof Refusal) return error.message;
    throw error;
  }
}

function confirmPickup(stage: Stage, prng: Prng, order: OrderToActOn): Promise<string> {
  return confirmPickupOf(stage, order, (act, asked) => ask(stage, prng, order, act, asked));
}

async function shipmentOf({ market }: Stage, prng: Prng, order: OrderToActOn): Promise<unknown> {
  const form = await readShipmentForm(market.ctx, order, 'fulfilment');
  const [method] = form.methods;
  if (method === undefined) return null;
  const given = { ...answersTo(method.fields, prng), method: method.key };
  return readShipment(given, form, { lines: order.lines, choosesLines: false }).asked;
}

/** Each choice's first, and a text that fits. */
function answersTo(fields: readonly AskedField[], prng: Prng): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const { key, kind, choices, within, pattern } of fields) {
    const chosen = within === null ? null : (answers[within] ?? null);
    const choice = choices.find((one) => one.within === null || one.within === chosen);
    const number = String(prng.whole(100_000_000, 999_999_999));
    if (kind !== 'choice') answers[key] = pattern?.source.includes('\\d') === true ? number : `NV${number}SG`;
    else if (choice !== undefined) answers[key] = choice.value;
  }
  return answers;
}

/** A reason that says nothing about the stock: some marketplaces set a listing to zero for the others. */
const isAboutStock = ({ key, label }: Reason): boolean => /stock/i.test(`${key} ${english(label)}`);

/** The whole order, or one of its lines where the marketplace takes that. */
async function cancellationOf({ market }: Stage, prng: Prng, order: OrderToActOn): Promise<unknown> {
  const { reasons, choosesLines } = await readCancellationOffer(market.ctx, order);
  const left = order.lines.filter(({ units }) => units > 0);
  const reason = reasons.find((one) => !isAboutStock(one));
  if (left.length === 0 || (reason === undefined && reasons.length > 0)) return null;
  const isPart = choosesLines && prng.chance(0.4);
  const named = isPart ? [prng.pick(left)] : left;
  return askedCancellationOf(market.ctx, order, {
    reason_id: reason?.key ?? 'The buyer changed her mind',
    reason_detail: 'The buyer changed her mind',
    ...(isPart || reason?.needsLines === true ? { order_item_id: named.map(({ itemId }) => itemId) } : {}),
  });
}

async function disputeReturn(stage: Stage, prng: Prng, order: OrderToActOn): Promise<string> {
  const { market, userId } = stage;
  let images: readonly number[] = [];
  return ask(
    stage,
    prng,
    order,
    disputingReturn(market.storeId, () => images),
    async () => {
      const [reason] = await listDisputeReasons(market.ctx, market.storeId, order.referenceNumber);
      const file = { name: 'parcel.png', bytes: png };
      const body = { type: 'ImageAttachment' } as const;
      const { attachment } = await storeAttachment(memberCall(stage, { params: {}, query: {}, body, file }));
      const given = {
        reason: reason?.key ?? null,
        text_reason: 'It was whole when it left.',
        email: 'seller@market.test',
        image_attachment_ids: [attachment.id],
      };
      const asked = await askedDisputeOf(market.ctx, order, given, userId);
      images = asked.image_attachment_ids;
      return asked;
    },
  );
}

/** What came back goes on sale again; a second press says the same once more. */
async function restock(stage: Stage, prng: Prng, order: OrderToActOn): Promise<string> {
  const { market, record } = stage;
  const { rows } = await sql<{ id: number; sku: string; back: number; before: number }>`
    select id, sku, returned - restocked_by_hand as back, restocked_by_hand as before
    from order_items where order_id = ${order.id} and returned > restocked_by_hand order by id`.execute(
    market.ctx.db,
  );
  if (rows.length === 0) return 'nothing came back';
  const { id, sku, back, before } = prng.pick(rows);
  const quantity = prng.whole(1, back);
  const call = memberCall(stage, {
    params: { storeId: 'market', referenceNumber: order.referenceNumber },
    query: {},
    body: { order_items: [{ id, quantity, restocked_quantity: before, counts_apart: false }] },
  });
  await restockOrder(call);
  record.restocks.push({ channel: order.channel, number: order.ref.number, sku, units: quantity });
  if (prng.chance(PRESSES_TWICE)) await restockOrder(call);
  return `${String(quantity)} ${sku}`;
}

async function complete(stage: Stage, prng: Prng, { id }: OrderToActOn): Promise<string> {
  const call = memberCall(stage, { params: { storeId: 'market' }, query: {}, body: { order_ids: [id] } });
  await moveToCompleted(call);
  if (prng.chance(PRESSES_TWICE)) await moveToCompleted(call);
  return 'recorded';
}

/** A buyer who has received an order wants to return it, or the seller settles a return in the seller centre. */
export function returnGoods(stage: Stage, prng: Prng): void {
  const { market } = stage;
  const { channel, shop } = prng.pick(market.shops);
  const orders = market.sandbox.control
    .orders(channel, shop, CHOICES)
    .filter(({ stage: at }) => at === 'shipped' || at === 'delivered' || at === 'completed');
  if (orders.length === 0) return;
  const order = prng.pick(orders);
  if (order.return_requested) {
    if (prng.chance(0.3)) playEvent(stage, channel, order, 'return');
    return;
  }
  if (order.stage === 'shipped') playEvent(stage, channel, order, 'deliver');
  playEvent(stage, channel, market.sandbox.control.order(channel, shop, order.number), 'request_return');
}
