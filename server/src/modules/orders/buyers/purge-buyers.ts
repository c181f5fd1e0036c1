import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { pagesAlone, togetherOrEach } from '../../../platform/jobs/each-alone.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { eraseAskedOfOrders } from '../../actions/erase-asked.ts';
import { deleteOfOrders } from '../../attachments/purge-attachments.ts';
import { eraseOperationsOfOrders } from '../../operations/erase-operations.ts';
import {
  deleteBuyers,
  ordersToPurge,
  referencesOf,
  type Deletable,
} from '../order/buyer-deletion.queries.ts';
import { buyerKeyOf } from '../order/buyer.ts';
import { eraseAskedJob } from '../order/orders.jobs.ts';

const AT_ONCE = 100;
/** How long unfinished work is awaited before it is erased. */
const AGAIN_MS = 10 * 60_000;

/** Deletes the data of buyers that are due by the rules of their channels. */
export const purgeDueBuyers = (ctx: Context): Promise<void> =>
  purgeBuyers(ctx, { dueBefore: ctx.clock.now() });

/** Deletes the data of buyers at a marketplace's request: those of some orders, of one buyer, or of the whole shop. */
export function purgeAskedBuyers(
  ctx: Context,
  asked: {
    readonly marketplaceId: number;
    /** The channel's ids; null: all. */
    readonly orders: readonly string[] | null;
    readonly buyerId: string | null;
  },
): Promise<void> {
  const { marketplaceId, orders, buyerId } = asked;
  const key = buyerId === null ? null : buyerKeyOf(ctx.encryption, marketplaceId, buyerId);
  const of = orders === null ? null : { channelIds: orders, buyerKey: key };
  return purgeBuyers(ctx, { marketplaceId, of });
}

/**
 * Deletes buyers' data, some orders in each transaction. Other modules subscribe to the event and delete their part in the same
 * transaction. It is idempotent: a killed job resumes with the orders that still have data. An order that fails stops no other.
 */
async function purgeBuyers(ctx: Context, which: Deletable): Promise<void> {
  const of = { log: ctx.log, task: 'orders.purge_buyers' };
  await pagesAlone(
    (last: number | null) => idsToPurge(ctx, which, last ?? 0),
    (page) => togetherOrEach(of, page, (ids) => purgeSome(ctx, ids)),
  );
}

async function idsToPurge(ctx: Context, which: Deletable, after: number): Promise<readonly number[]> {
  const orders = await ordersToPurge(ctx.db, which, { after, limit: AT_ONCE });
  return orders.map(({ id }) => id);
}

function purgeSome(ctx: Context, ids: readonly number[]): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const deleted = await deleteBuyers(tx, ids, ctx.clock.now());
    for (const storeId of new Set(deleted.map((order) => order.storeId))) {
      const orderIds = deleted.filter((order) => order.storeId === storeId).map(({ id }) => id);
      await ctx.emit(tx, { type: 'order.buyers_deleted', storeId, orderIds });
      await announce(tx, storeId, 'orders', orderIds);
    }
  });
}

/**
 * Erases the inputs of actions on orders whose buyers' data were deleted: fields of actions and of mass actions, outcomes in a
 * marketplace's words, and pictures of disputes. Unfinished work still needs its fields, so they are erased when it has ended.
 */
export async function eraseAsked(
  ctx: Context,
  { storeId, orderIds }: { readonly storeId: number; readonly orderIds: readonly number[] },
): Promise<void> {
  await deleteOfOrders(ctx, orderIds);
  await inTransaction(ctx.db, async (tx) => {
    const actions = await eraseAskedOfOrders(tx, orderIds);
    const operations = await eraseOperationsOfOrders(tx, {
      storeId,
      orderIds,
      references: await referencesOf(tx, orderIds),
    });
    if (actions === 'all' && operations === 'all') return;
    const runAt = new Date(ctx.clock.now().getTime() + AGAIN_MS);
    await enqueue(tx, eraseAskedJob, { storeId, orderIds: [...orderIds] }, { runAt });
  });
}
