import type { CallReply } from '@evenstock/contract/endpoint';
import type { acceptTransfer } from '@evenstock/contract/members';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { invalid, notFound, Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { holdStore, type HeldStore } from './hold-store.ts';
import { roleInStore, setRole } from './members.queries.ts';
import { mailTransferJob } from './stores.jobs.ts';
import { tellTransfer } from './tell-transfer.ts';
import { endTransfer, findTransfer, insertTransfer, type TransferRow } from './transfers.queries.ts';

type Caller = Pick<Actor, 'userId' | 'role'>;
type ShownTransfer = CallReply<typeof acceptTransfer>['store_transfer'];

/** A transfer as the API shows it. */
export function presentTransfer(row: TransferRow): ShownTransfer {
  return {
    id: row.id,
    state: row.state,
    transferrer: { id: row.transferrerId, email: row.transferrerEmail },
    transferree: { id: row.transferreeId, email: row.transferreeEmail },
    created_at: row.createdAt.toISOString(),
  };
}

/**
 * Offers the ownership of a store to one of its members.
 * @throws Refusal 422 for who is not a member, or while another offer is pending
 */
export async function startTransfer(
  ctx: Context,
  actor: Caller,
  storeId: number,
  transferreeId: number,
): Promise<ShownTransfer> {
  return inTransaction(ctx.db, async (tx) => {
    const store = await holdStore(tx, actor, storeId, 'store.transfer');
    const role = await roleInStore(tx, storeId, transferreeId);
    if (role === null || role === 'owner') {
      throw invalid('transferree_id', 'Choose a member of the store who has accepted the invitation');
    }
    const now = ctx.clock.now();
    const id = await insertTransfer(tx, { storeId, transferrerId: actor.userId, transferreeId, now });
    if (id === null) {
      throw invalid('store_transfer', 'Another transfer is pending. Cancel it first, then start this one.');
    }
    await note(ctx, tx, actor, store, { id, key: 'store_transfer.create' });
    return presentTransfer(await requireTransfer(tx, storeId, id));
  });
}

/** Takes an offer back. @throws Refusal 422 where it has ended, 404 */
export async function cancelTransfer(
  ctx: Context,
  actor: Caller,
  storeId: number,
  id: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const store = await holdStore(tx, actor, storeId, 'store.transfer');
    await end(ctx, tx, await requireTransfer(tx, storeId, id), 'cancelled');
    await note(ctx, tx, actor, store, { id, key: 'store_transfer.cancel' });
  });
}

/**
 * Takes an offered ownership over, or declines it. Who owned the store until now becomes an admin.
 * @throws Refusal 403 for anybody but the member whom it was offered to, 422 where it has ended, 404
 */
export async function answerTransfer(
  ctx: Context,
  actor: Caller,
  storeId: number,
  id: number,
  answer: 'accepted' | 'rejected',
): Promise<ShownTransfer> {
  return inTransaction(ctx.db, async (tx) => {
    const store = await holdStore(tx, actor, storeId, 'transfer.answer');
    const transfer = await requireTransfer(tx, storeId, id);
    if (transfer.transferreeId !== actor.userId) {
      throw new Refusal(403, 'Only the member whom the ownership was offered to can answer.');
    }
    await end(ctx, tx, transfer, answer);
    if (answer === 'accepted') {
      // One owner at most, at every moment: the old one first.
      await setRole(tx, storeId, transfer.transferrerId, 'admin', ctx.clock.now());
      await setRole(tx, storeId, transfer.transferreeId, 'owner', ctx.clock.now());
    }
    const key = answer === 'accepted' ? 'store_transfer.accept' : 'store_transfer.reject';
    await note(ctx, tx, actor, store, { id, key });
    return presentTransfer({ ...transfer, state: answer });
  });
}

async function requireTransfer(tx: Tx, storeId: number, id: number): Promise<TransferRow> {
  const transfer = await findTransfer(tx, storeId, id);
  if (transfer === null) throw notFound('The transfer');
  return transfer;
}

async function end(
  ctx: Context,
  tx: Tx,
  transfer: TransferRow,
  state: 'cancelled' | 'accepted' | 'rejected',
): Promise<void> {
  if (await endTransfer(tx, transfer.id, state, ctx.clock.now())) return;
  throw invalid('store_transfer', `This transfer was ${transfer.state} already. Reload the page.`);
}

async function note(
  ctx: Context,
  tx: Tx,
  actor: Caller,
  store: HeldStore,
  {
    id,
    key,
  }: { readonly id: number; readonly key: `store_transfer.${'create' | 'cancel' | 'accept' | 'reject'}` },
): Promise<void> {
  await recordActivity(tx, {
    storeId: store.id,
    key,
    actor: { type: 'User', id: actor.userId },
    recipient: { type: 'StoreTransfer', id },
    at: ctx.clock.now(),
  });
  await tellTransfer(tx, store.id, id, ctx.clock.now());
  if (store.sendEmailNotifications) await enqueue(tx, mailTransferJob, { storeId: store.id, transferId: id });
  await announce(tx, store.id, 'store', []);
}
