import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { said } from '@evenstock/contract/messages/english';
import { message, messageOnWire, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { OperationKind } from '@evenstock/contract/operations/operations';
import type { massSyncOrders } from '@evenstock/contract/orders/orders';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { Answer, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { lateOutcomes } from '../../actions/late-outcomes.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { awaitOperation } from '../../operations/await-operation.ts';
import {
  defineOperation,
  type DefinedOperation,
  type OperationRecord,
  type RowOutcome,
} from '../../operations/operation-definition.ts';
import { listOutcomes, showMassAction } from '../../operations/show-operation.ts';
import { startOperation } from '../../operations/start-operation.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { orderRowsById } from '../order/order-rows-by-id.ts';

/** Maximum number of retries if a marketplace does not answer; then its orders fail with its last message. */
const WAITS = 3;

const cursor = z.object({
  next: z.number().int(),
  /** The last messages of marketplaces whose retries are used up, by their ids. */
  unreachable: z.record(z.string(), messageOnWire),
  /** The places of the orders that come last, and the ids of their marketplaces, which did not answer. */
  postponed: z.array(z.number().int()).default([]),
  silent: z.array(z.number().int()).default([]),
});

/** The fields that every entry of a mass action has; its kind reads the rest. An older entry was the number alone. */
const params = z.object({
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
export type MassAct = DefinedOperation<typeof params>;

/** The fields of an order that every mass action needs. */
export interface MassOrder {
  readonly id: number;
  readonly reference: string;
  readonly marketplaceId: number;
}

/**
 * Defines a mass action: one action on many orders, performed one after the other, each with its own entry. `act` performs one and
 * returns null if it is done, otherwise the reason. It must be idempotent: a killed step is repeated.
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
}): MassAct {
  const { kind, entry, act } = declaration;
  return defineOperation({
    kind,
    topics: [],
    params,
    cursor,
    async step(ctx, operation, { params: { orders }, cursor: kept }, commit) {
      const state = kept ?? { next: 0, unreachable: {}, postponed: [], silent: [] };
      const { next, unreachable, postponed, silent } = state;
      // A marketplace that does not answer comes last, so that it does not hold up the others.
      const isFirst = next < orders.length;
      const place = isFirst ? next : (postponed[0] ?? next);
      const given = orders[place];
      if (given === undefined) return 'done';
      const passed = isFirst ? { ...state, next: next + 1 } : { ...state, postponed: postponed.slice(1) };
      const among = { unreachable, silent: isFirst ? silent : null };
      const tried = await rowOf(ctx, operation, given.reference_number, among, (order) =>
        act(ctx, operation, order, entry.parse(given)),
      );
      const moved =
        'silentAt' in tried
          ? { ...passed, postponed: [...postponed, place], silent: [...new Set([...silent, tried.silentAt])] }
          : { ...passed, unreachable: { ...unreachable, ...tried.silence } };
      const rows = 'silentAt' in tried ? [] : [tried.row];
      await commit(() => Promise.resolve({ rows, cursor: moved }));
      return moved.next < orders.length || moved.postponed.length > 0 ? 'more' : 'done';
    },
    finish: () => Promise.resolve(),
    retry: ({ orders }, failed) => ({
      orders: orders.filter(({ reference_number: reference }) => failed.includes(reference)),
    }),
    late: { code: 'orders.not_confirmed_yet', outcomes: lateOutcomes },
  });
}

interface TriedRow {
  readonly row: RowOutcome;
  /** The id of a marketplace whose retries have just been used up, with its message. */
  readonly silence: Readonly<Record<string, MessageOnWire>>;
}

interface Silences {
  /** The last messages of marketplaces whose retries are used up, by their ids. */
  readonly unreachable: Readonly<Record<string, MessageOnWire>>;
  /** The marketplaces whose orders come last; null once it is their turn. */
  readonly silent: readonly number[] | null;
}

/** @returns also the id of a marketplace whose order is tried last, as it does not answer */
async function rowOf(
  ctx: Context,
  operation: OperationRecord,
  key: string,
  { unreachable, silent }: Silences,
  act: (order: MassOrder) => Promise<MessageOnWire | null>,
): Promise<TriedRow | { readonly silentAt: number }> {
  const found = await findOrder(ctx.db, operation.storeId, key);
  if (found === null) return tried(key, null, message('orders.sync_not_found'));
  const marketplaceId = found.marketplace_id;
  const silentBecause = unreachable[String(marketplaceId)];
  if (silentBecause !== undefined) return tried(key, found.id, silentBecause);
  if (silent?.includes(marketplaceId) === true) return { silentAt: marketplaceId };
  try {
    const order = { id: found.id, reference: key, marketplaceId };
    return tried(key, found.id, await act(order));
  } catch (error) {
    if (error instanceof Refusal) return tried(key, found.id, error.reason);
    if (!(error instanceof ChannelError)) throw error;
    const { kind, reason } = error.fault;
    if (kind !== 'throttled' && kind !== 'unavailable') return tried(key, found.id, reason);
    if (silent !== null) return { silentAt: marketplaceId };
    if (operation.failures < WAITS) throw error;
    return tried(key, found.id, reason, { [String(marketplaceId)]: reason });
  }
}

function tried(
  key: string,
  orderId: number | null,
  reason: MessageOnWire | null,
  silence: TriedRow['silence'] = {},
): TriedRow {
  const subject = orderId === null ? null : { type: 'Order', id: orderId };
  return { row: { key, label: key, subject, state: reason === null ? 'done' : 'failed', reason }, silence };
}

type Reply = CallReply<typeof massSyncOrders>;

interface MassCall {
  readonly ctx: Context;
  readonly store: StoreScope;
  readonly actor: Actor;
  readonly body: { readonly orders: readonly Entry[] };
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
      params: { orders: orders.map((entry) => ({ ...entry })) },
      userId: actor.userId,
      exclusiveKey: null,
      total: orders.length,
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
  if (end === null) return new Answer(202, await showMassAction(ctx.db, store.id, id));
  return replyOf(ctx, store.id, id, definition, orders);
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
  if (errors.length > 0) return new Answer(422, { errors, unconfirmed, orders });
  if (unconfirmed.length === 0) return { orders };
  return new Answer(202, { ...(await showMassAction(ctx.db, storeId, id)), unconfirmed, orders });
}
