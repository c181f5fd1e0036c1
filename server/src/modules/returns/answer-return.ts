import type { Reason } from '@evenstock/connectors/kit/capabilities';
import { textsOf } from '@evenstock/contract/api/asked-fields';
import { message } from '@evenstock/contract/messages/message';
import type {
  confirmReturn as confirmEndpoint,
  disputeReturn as disputeEndpoint,
} from '@evenstock/contract/returns/returns';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { invalid, invalidFields, type Call } from '../../api/routing.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ActionRecord } from '../actions/action-definition.ts';
import { mayUse, readImages, useAttachments } from '../attachments/use-attachments.ts';
import { actOnOrder, requireOffered, type OrderActKind } from '../orders/acts/act-on-order.ts';
import { confirmUnanswered } from '../orders/imports/apply-returns.ts';
import { callForOrder } from '../orders/acts/call-for-order.ts';
import { defineOrderAction } from '../orders/acts/define-order-action.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { readDispute, type GivenDispute } from './dispute-answers.rules.ts';
import { readReturnsOfOrderJob } from './returns.jobs.ts';

/** Our id of the return, and the marketplace's. */
const ofReturn = { return_id: z.number(), channel_return_id: z.string() };

/** Reads the return again after an answer, also after a refusal, which means that its state differs at the marketplace. */
async function settle(tx: Tx, _ctx: Context, action: ActionRecord): Promise<void> {
  const { storeId, marketplaceId, subjectId: orderId } = action;
  const key = `returns-of:${String(orderId)}`;
  await enqueue(tx, readReturnsOfOrderJob, { storeId, marketplaceId, orderId }, { key });
}

/** The action that accepts the return of an order. */
export const acceptReturnAction = defineOrderAction({
  kind: 'order.accept_return',
  asked: z.object({ ...ofReturn, answers: z.record(z.string(), z.string()) }),
  of: (connector) => connector.returnAcceptance?.accept,
  itemsOf: () => null,
  fill: ({ order, attemptKey }, { channel_return_id: returnId, answers }) => ({
    returnId,
    order,
    attemptKey,
    answers,
  }),
  settle,
});

/** The action that disputes the return of an order. Its images are read from the file store each time. */
export const disputeReturnAction = defineOrderAction({
  kind: 'order.dispute_return',
  asked: z.object({
    ...ofReturn,
    reason: z.string(),
    text: z.string(),
    email: z.string().nullable(),
    image_attachment_ids: z.array(z.number()),
  }),
  of: (connector) => connector.returnDispute?.dispute,
  itemsOf: () => null,
  async fill({ orderId, order, attemptKey }, asked, ctx) {
    const images = await readImages(ctx, orderId, asked.image_attachment_ids);
    if (images === null) return null;
    const { channel_return_id: returnId, reason, text, email } = asked;
    return { returnId, order, attemptKey, reason, text, email, images };
  },
  settle,
});

/** The request of a member who accepts a return. */
export const acceptingReturn: OrderActKind = {
  kind: 'order.accept_return',
  activity: 'order.accept_return',
  action: 'accept_return',
  leadsTo: () => ({ return_answer: 'accepted' }),
  confirm: (tx, order) => confirmUnanswered(tx, returnOf(order).id),
};

/**
 * The request of a member who disputes a return.
 * @param images the images that the request uses, known once it was read
 */
export const disputingReturn = (storeId: number, images: () => readonly number[]): OrderActKind => ({
  kind: 'order.dispute_return',
  activity: 'order.dispute_return',
  action: 'dispute_return',
  leadsTo: () => ({ return_answer: 'disputed' }),
  async confirm(tx, order) {
    await confirmUnanswered(tx, returnOf(order).id);
    await useAttachments(tx, images(), { storeId, orderId: order.id });
  },
});

/** Accepts the return of an order, with the answers that its marketplace requires. See `actOnOrder`. */
export function confirmReturn(call: Call<typeof confirmEndpoint>): ReturnType<typeof actOnOrder> {
  const { ctx, params, body } = call;
  return actOnOrder(call, params.referenceNumber, acceptingReturn, body.order ?? {}, (read) =>
    Promise.resolve(askedAcceptanceOf(ctx, read, body.order ?? {})),
  );
}

/** The input of the action that accepts; only answers to fields of the marketplace's form are kept. */
export function askedAcceptanceOf(ctx: Context, read: OrderToActOn, given: object) {
  const heard = new Map<string, unknown>(Object.entries(given));
  const fields = ctx.connectors[read.channel].returnAcceptance?.fields ?? [];
  const answers = fields.flatMap(({ key }) => {
    const answer = heard.get(key);
    const [first] = typeof answer === 'string' ? textsOf(answer) : [];
    return first === undefined ? [] : [[key, first] as const];
  });
  return { ...namesOf(read), answers: Object.fromEntries(answers) };
}

/** Disputes the return of an order. See `actOnOrder`. @throws also Refusal 422 by field */
export function disputeReturn(call: Call<typeof disputeEndpoint>): ReturnType<typeof actOnOrder> {
  const { ctx, store, actor, params, body } = call;
  let used: readonly number[] = [];
  const act = disputingReturn(store.id, () => used);
  return actOnOrder(call, params.referenceNumber, act, body.order, async (read) => {
    const asked = await askedDisputeOf(ctx, read, body.order, actor.userId);
    used = asked.image_attachment_ids;
    return asked;
  });
}

/**
 * Validates a dispute against what the marketplace requires now, and that its images are the member's own.
 * @throws Refusal 422 by field
 * @throws ChannelError where the marketplace does not answer
 */
export async function askedDisputeOf(ctx: Context, read: OrderToActOn, given: GivenDispute, userId: number) {
  const dispute = ctx.connectors[read.channel].returnDispute;
  if (dispute === undefined) throw invalid('order', message('returns.not_to_answer'));
  const asked = readDispute(given, await readReasons(ctx, read), dispute);
  if ('faults' in asked) throw invalidFields(asked.faults);
  const { imageIds, ...answers } = asked;
  if (!(await mayUse(ctx, imageIds, { userId, orderId: read.id })))
    throw invalid('image_attachment_ids', message('returns.image_gone'));
  return { ...namesOf(read), ...answers, image_attachment_ids: imageIds };
}

/**
 * Reads from its marketplace the reasons for which the return of an order may be disputed.
 * @throws Refusal 404, or 422 under 'order' with why it cannot be disputed
 * @throws ChannelError where the marketplace does not answer
 */
export async function listDisputeReasons(
  ctx: Context,
  storeId: number,
  reference: string,
): Promise<readonly Reason[]> {
  const order = await orderToActOn(ctx, storeId, reference);
  requireOffered(order, 'dispute_return');
  return readReasons(ctx, order);
}

function readReasons(ctx: Context, order: OrderToActOn): Promise<readonly Reason[]> {
  const { channelReturnId } = returnOf(order);
  return callForOrder(
    ctx,
    order,
    async (access, { returnDispute }) => (await returnDispute?.reasons(access, channelReturnId)) ?? [],
  );
}

const namesOf = (order: OrderToActOn) => {
  const { id, channelReturnId } = returnOf(order);
  return { return_id: id, channel_return_id: channelReturnId };
};

/**
 * Finds the return that the offered action answers.
 * @throws Refusal 422 where no return can be answered any more
 */
function returnOf({ returned }: OrderToActOn): NonNullable<OrderToActOn['returned']> {
  if (returned === null) throw invalid('order', message('returns.not_to_answer'));
  return returned;
}
