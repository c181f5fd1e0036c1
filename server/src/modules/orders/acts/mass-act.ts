import { ChannelError, type ChannelFault } from '@evenstock/connectors/kit/errors';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { said } from '@evenstock/contract/messages/english';
import { message, messageOnWire, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { OperationKind } from '@evenstock/contract/operations/operations';
import type { massSyncOrders, MassLeftOut } from '@evenstock/contract/orders/orders';
import { paperSize, type PaperSize } from '@evenstock/contract/printing/printing';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { Answer, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { lateOutcomes } from '../../actions/late-outcomes.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { awaitOperation } from '../../operations/await-operation.ts';
import {
  defineOperation,
  type DefinedOperation,
  type OperationRecord,
} from '../../operations/operation-definition.ts';
import { listOutcomes, showMassAction } from '../../operations/show-operation.ts';
import { recordsOfLanes, waitOfLane, workSideBySide } from '../../operations/side-by-side.ts';
import { startOperation } from '../../operations/start-operation.ts';
import { ordersByReference } from '../order/order-at-marketplace.queries.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { orderRowsById } from '../order/order-rows-by-id.ts';
import {
  answered,
  lanesOf,
  nextStep,
  unanswered,
  type MassCursor,
  type MassPiece,
} from './mass-act.rules.ts';

const cursor = z.object({
  left: z.array(z.number().int()).readonly(),
  waits: z
    .record(z.string(), z.object({ failures: z.number().int(), due: z.number(), reason: messageOnWire }))
    .readonly(),
});

/**
 * The fields that every entry of a mass action has; its kind reads the rest. An older entry was the number alone. `paper`: the labels
 * of the orders that are done are made on it at the end.
 */
const massParams = z.object({
  paper: paperSize.optional(),
  orders: z.array(
    z.union([
      z.looseObject({ reference_number: z.string() }),
      z.string().transform((reference) => ({ reference_number: reference })),
    ]),
  ),
});
interface Entry {
  readonly reference_number: string;
}
export type MassAct = DefinedOperation<typeof massParams>;

/** The fields of an order that every mass action needs. */
export interface MassOrder {
  readonly id: number;
  readonly reference: string;
  readonly marketplaceId: number;
}

/**
 * Defines a mass action: one action on many orders, each with its own entry. Marketplaces work side by side, the orders of each one
 * after another. `act` performs one and returns null if it is done, otherwise the reason. It must be idempotent: a killed step is
 * repeated.
 */
export function defineMassAct<Given extends z.ZodType<Entry>>(declaration: {
  readonly kind: OperationKind;
  readonly entry: Given;
  /** @throws ChannelError where the marketplace may answer a retry; Refusal with why it cannot be done */
  readonly act: (
    ctx: Context,
    operation: OperationRecord,
    order: MassOrder,
    entry: z.output<Given>,
  ) => Promise<MessageOnWire | null>;
  /** What follows from its end, in the transaction that ends it. */
  readonly finish?: (
    tx: Tx,
    ctx: Context,
    operation: OperationRecord,
    params: z.output<typeof massParams>,
  ) => Promise<void>;
}): MassAct {
  const { kind, entry, act, finish } = declaration;
  return defineOperation({
    kind,
    topics: [],
    params: massParams,
    cursor,
    async step(ctx, operation, { params: { orders }, cursor: kept }, commit) {
      const begun: MassCursor = kept ?? { left: orders.map((_order, place) => place), waits: {} };
      const pieces = await piecesOf(ctx, operation.storeId, orders, begun.left);
      const { cursor: reached, record } = recordsOfLanes<MassCursor>(commit, begun);
      const now = (): number => ctx.clock.now().getTime();
      await workSideBySide(ctx, lanesOf(pieces, begun, now()), async (piece) => {
        const tried = await tryOrder(ctx, operation, piece.reference, (order) =>
          act(ctx, operation, order, entry.parse(orders[piece.place])),
        );
        if (!('fault' in tried)) return record((before) => answered(before, piece, tried.reason));
        const { fault } = tried;
        const waitAfter = (failures: number): number => waitOfLane(fault, failures);
        const silence = { reason: fault.reason, now: now(), waitAfter };
        await record((before) => unanswered(before, piece, pieces, silence));
        return false;
      });
      return nextStep(reached(), pieces, now());
    },
    finish: async (tx, ctx, operation, _end, asked) => finish?.(tx, ctx, operation, asked),
    retry: ({ orders, paper }, failed) => ({
      ...(paper === undefined ? {} : { paper }),
      orders: orders.filter(({ reference_number: reference }) => failed.includes(reference)),
    }),
    late: { code: 'orders.not_confirmed_yet', outcomes: lateOutcomes },
  });
}

async function piecesOf(
  ctx: Context,
  storeId: number,
  orders: readonly Entry[],
  left: readonly number[],
): Promise<MassPiece[]> {
  const asked = left.flatMap((place) => {
    const reference = orders[place]?.reference_number;
    return reference === undefined ? [] : [{ place, reference }];
  });
  const found = await ordersByReference(
    ctx.db,
    storeId,
    asked.map(({ reference }) => reference),
  );
  return asked.map((one) => ({ ...one, ...(found.get(one.reference) ?? { id: null, marketplaceId: null }) }));
}

/** @returns why an order is not done, null where it is; or the fault of a marketplace that may answer a retry */
async function tryOrder(
  ctx: Context,
  operation: OperationRecord,
  reference: string,
  act: (order: MassOrder) => Promise<MessageOnWire | null>,
): Promise<{ readonly reason: MessageOnWire | null } | { readonly fault: ChannelFault }> {
  const found = await findOrder(ctx.db, operation.storeId, reference);
  if (found === null) return { reason: message('orders.sync_not_found') };
  try {
    return { reason: await act({ id: found.id, reference, marketplaceId: found.marketplace_id }) };
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason };
    if (!(error instanceof ChannelError)) throw error;
    const { fault } = error;
    return fault.kind === 'throttled' || fault.kind === 'unavailable' ? { fault } : { reason: fault.reason };
  }
}

type Reply = CallReply<typeof massSyncOrders>;

interface MassCall {
  readonly ctx: Context;
  readonly store: StoreScope;
  readonly actor: Actor;
  readonly body: {
    readonly orders: readonly Entry[];
    readonly left_out?: MassLeftOut;
    readonly paper?: PaperSize | undefined;
  };
  readonly respondsAsync: boolean;
}

/** Starts a mass action, and waits 25 s at most for its end, unless the caller prefers not to. */
export async function startMassAct(
  call: MassCall,
  definition: MassAct,
  activity: ActivityKey,
): Promise<Reply | Answer<Reply>> {
  const { ctx, store, actor, body, respondsAsync } = call;
  const orders = [...new Map(body.orders.map((entry) => [entry.reference_number, entry])).values()];
  const { id } = await inTransaction(ctx.db, async (tx) => {
    const started = await startOperation(tx, ctx, definition, {
      storeId: store.id,
      params: {
        orders: orders.map((entry) => ({ ...entry })),
        ...(body.paper === undefined ? {} : { paper: body.paper }),
      },
      userId: actor.userId,
      exclusiveKey: null,
      total: orders.length,
      leftOut: await leftOutOf(tx, store.id, orders, body.left_out ?? []),
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: activity,
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id: started.id },
      extras: { orders: orders.length },
      at: ctx.clock.now(),
    });
    return started;
  });
  const end = respondsAsync ? null : await awaitOperation(ctx, store.id, id);
  if (end === null) return new Answer(202, await showMassAction(ctx, store.id, id, () => definition));
  return replyOf(ctx, store.id, id, definition, orders);
}

/** The chosen orders that have no part in a mass action, as rows of it; those that are not the store's are none. */
async function leftOutOf(
  tx: Tx,
  storeId: number,
  tried: readonly Entry[],
  leftOut: NonNullable<MassLeftOut>,
): Promise<
  readonly { key: string; label: string; subject: { type: string; id: number }; reason: MessageOnWire }[]
> {
  const reasons = new Map(leftOut.map(({ reference_number: reference, reason }) => [reference, reason]));
  for (const { reference_number: reference } of tried) reasons.delete(reference);
  const found = await ordersByReference(tx, storeId, [...reasons.keys()]);
  return [...reasons].flatMap(([reference, reason]) => {
    const order = found.get(reference);
    if (order === undefined) return [];
    return [{ key: reference, label: reference, subject: { type: 'Order', id: order.id }, reason }];
  });
}

/** The reply of a mass action that has ended: its orders, and why others failed. */
async function replyOf(
  ctx: Context,
  storeId: number,
  id: number,
  definition: MassAct,
  asked: readonly Entry[],
): Promise<Reply | Answer<Reply>> {
  const rows = new Map((await listOutcomes(ctx, definition, id)).map((row) => [row.key, row] as const));
  const ids = [...rows.values()].flatMap(({ state, subject }) =>
    state === 'done' && subject !== null ? [subject.id] : [],
  );
  const orders = await orderRowsById(ctx.db, storeId, ids);
  const reasons = asked.flatMap(({ reference_number: reference }) => {
    const row = rows.get(reference);
    const reason = row === undefined ? said(message('orders.sync_cancelled')) : row.reason;
    if (reason === null) return [];
    const { text, code, values } = reason;
    return [{ reference_number: reference, text, code, values, isOpen: row?.state === 'unconfirmed' }];
  });
  const errors = reasons.flatMap(({ isOpen, text: error, ...row }) => (isOpen ? [] : [{ ...row, error }]));
  const unconfirmed = reasons.flatMap(({ isOpen, text, ...row }) =>
    isOpen ? [{ ...row, message: text }] : [],
  );
  const ended = { ...(await showMassAction(ctx, storeId, id, () => definition)), orders };
  if (errors.length > 0) return new Answer(422, { ...ended, errors, unconfirmed });
  return unconfirmed.length === 0 ? ended : new Answer(202, { ...ended, unconfirmed });
}
