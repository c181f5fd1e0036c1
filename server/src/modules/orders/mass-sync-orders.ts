import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { CallReply } from '@evenstock/contract/endpoint';
import { said } from '@evenstock/contract/messages/english';
import {
  fromChannel,
  message,
  messageOnWire,
  type MessageOnWire,
} from '@evenstock/contract/messages/message';
import type { massSyncOrders as massSyncOrdersEndpoint } from '@evenstock/contract/orders';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { Answer, type Call } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { awaitOperation } from '../operations/await-operation.ts';
import { defineOperation, type OperationRecord } from '../operations/operation-definition.ts';
import { listOutcomes, showMassAction } from '../operations/show-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { describeOrderRow } from './describe-order.rules.ts';
import { findOrder, type WholeOrder } from './order-page.queries.ts';
import { readOrdersPage } from './orders.queries.ts';
import { readAgain } from './sync-order.ts';
import { earlierSyncCodes } from './sync-outcome.rules.ts';

/** The number of retries of a marketplace that does not answer; then its orders fail with its last message. */
const WAITS = 3;

const cursor = z.object({
  next: z.number().int(),
  /** The last messages of marketplaces whose retries are used up, by their ids. A string: from before these were messages. */
  unreachable: z.record(z.string(), z.union([z.string().transform(fromChannel), messageOnWire])),
});

/** Reads selected orders from their marketplaces, one after the other. Reading one twice changes nothing. */
export const massSyncOperation = defineOperation({
  kind: 'order.mass_sync',
  topics: [],
  params: z.object({ orders: z.array(z.string()) }),
  cursor,
  async step(ctx, operation, { params: { orders }, cursor: kept }, commit) {
    const { next, unreachable } = kept ?? { next: 0, unreachable: {} };
    const reference = orders[next];
    if (reference === undefined) return 'done';
    const order = await findOrder(ctx.db, operation.storeId, reference);
    const { failure, silence } =
      order === null
        ? { failure: notFound, silence: {} }
        : await syncRow(ctx, operation, order, unreachable[String(order.marketplace_id)]);
    const row = {
      key: reference,
      label: reference,
      subject: order === null ? null : { type: 'Order', id: order.id },
      state: failure === null ? ('done' as const) : ('failed' as const),
      reason: failure,
    };
    const moved = { next: next + 1, unreachable: { ...unreachable, ...silence } };
    await commit(() => Promise.resolve({ rows: [row], cursor: moved }));
    return moved.next < orders.length ? 'more' : 'done';
  },
  finish: () => Promise.resolve(),
  retry: (_params, failed) => ({ orders: [...failed] }),
  earlierCodes: earlierSyncCodes,
});

const notFound = message('orders.sync_not_found');

interface SyncedRow {
  readonly failure: MessageOnWire | null;
  /** The id of a marketplace whose retries have just been used up, with its message. */
  readonly silence: Readonly<Record<string, MessageOnWire>>;
}

/** @throws ChannelError where its marketplace may answer a retry */
async function syncRow(
  ctx: Context,
  { storeId, failures }: OperationRecord,
  order: WholeOrder,
  silentBecause: MessageOnWire | undefined,
): Promise<SyncedRow> {
  if (silentBecause !== undefined) return { failure: silentBecause, silence: {} };
  try {
    return { failure: await readAgain(ctx, storeId, order), silence: {} };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { kind } = error.fault;
    const failure = error.fault.reason;
    if (kind !== 'throttled' && kind !== 'unavailable') return { failure, silence: {} };
    if (failures < WAITS) throw error;
    return { failure, silence: { [String(order.marketplace_id)]: failure } };
  }
}

type Reply = CallReply<typeof massSyncOrdersEndpoint>;

/** Starts to read orders from their marketplaces, and waits 25 s at most for the end, unless the caller prefers not to. */
export async function massSyncOrders(
  call: Call<typeof massSyncOrdersEndpoint>,
): Promise<Reply | Answer<Reply>> {
  const { ctx, store, actor, body, respondsAsync } = call;
  const orders = [...new Set(body.orders.map(({ reference_number: reference }) => reference))];
  const { id } = await inTransaction(ctx.db, async (tx) => {
    const started = await startOperation(tx, ctx, massSyncOperation, {
      storeId: store.id,
      params: { orders },
      userId: actor.userId,
      exclusiveKey: null,
      total: orders.length,
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.mass_sync',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id: started.id },
      extras: { orders: orders.length },
      at: ctx.clock.now(),
    });
    return started;
  });
  const end = respondsAsync ? null : await awaitOperation(ctx, store.id, id);
  if (end === null) return new Answer(202, await showMassAction(ctx.db, store.id, id));
  return replyOf(ctx, store.id, id, orders);
}

/** The reply of a mass action that has ended: its orders, and why others could not be read. */
async function replyOf(
  ctx: Context,
  storeId: number,
  id: number,
  asked: readonly string[],
): Promise<Reply | Answer<Reply>> {
  const rows = new Map(
    (await listOutcomes(ctx.db, massSyncOperation, id)).map((row) => [row.key, row] as const),
  );
  const ids = [...rows.values()].flatMap(({ state, subject }) =>
    state === 'done' && subject !== null ? [subject.id] : [],
  );
  const { orders: read } = await readOrdersPage(
    ctx.db,
    {
      storeId,
      states: 'all',
      window: null,
      marketplaceId: null,
      reference: null,
      product: null,
      noted: false,
      ids,
    },
    'desc',
    { page: 1, perPage: asked.length, offset: 0 },
  );
  const orders = read.map(describeOrderRow);
  const errors = asked.flatMap((reference) => {
    const row = rows.get(reference);
    const reason = row === undefined ? said(message('orders.sync_cancelled')) : row.reason;
    if (reason === null) return [];
    const { text, code, values } = reason;
    return [{ reference_number: reference, error: text, code, values }];
  });
  return errors.length === 0 ? { orders } : new Answer(422, { errors, orders });
}
