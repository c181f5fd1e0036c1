import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { acceptTransfer } from '@evenstock/contract/stores/members';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { invalid, notFound, Refusal, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { askForCard } from '../store/ask-for-card.ts';
import { lockStore, type LockedStore } from './lock-store.ts';
import { roleInStore, setRole } from './members.queries.ts';
import { mailTransferJob } from '../store/stores.jobs.ts';
import { notifyOfTransfer } from './notify-of-transfer.ts';
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
 * @throws Refusal 422 if the person is not a member, or while another offer is pending
 */
export async function startTransfer(
  ctx: Context,
  actor: Caller,
  storeId: number,
  transferreeId: number,
): Promise<ShownTransfer> {
  return inTransaction(ctx.db, async (tx) => {
    const store = await lockStore(tx, actor, storeId, 'store.transfer');
    const role = await roleInStore(tx, storeId, transferreeId);
    if (role === null || role === 'owner') {
      throw invalid('transferree_id', message('stores.transferree_not_member'));
    }
    const now = ctx.clock.now();
    const id = await insertTransfer(tx, { storeId, transferrerId: actor.userId, transferreeId, now });
    if (id === null) {
      throw invalid('store_transfer', message('stores.transfer_pending'));
    }
    const key = 'store_transfer.create';
    await note(ctx, tx, actor, store, { id, key, before: {}, after: { state: 'pending' } });
    return presentTransfer(await requireTransfer(tx, storeId, id));
  });
}

/** Cancels a transfer. @throws Refusal 422 where it has ended, 404 */
export async function cancelTransfer(
  ctx: Context,
  actor: Caller,
  storeId: number,
  id: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const store = await lockStore(tx, actor, storeId, 'store.transfer');
    await end(ctx, tx, await requireTransfer(tx, storeId, id), 'cancelled');
    const key = 'store_transfer.cancel';
    await note(ctx, tx, actor, store, {
      id,
      key,
      before: { state: 'pending' },
      after: { state: 'cancelled' },
    });
  });
}

/**
 * Accepts or rejects a transfer. The former owner becomes an admin.
 * @throws Refusal 403 for anybody but the recipient, 422 where it has ended, 404
 */
export async function answerTransfer(
  ctx: Context,
  actor: Caller,
  storeId: number,
  id: number,
  answer: 'accepted' | 'rejected',
): Promise<ShownTransfer> {
  return inTransaction(ctx.db, async (tx) => {
    const store = await lockStore(tx, actor, storeId, 'transfer.answer');
    const transfer = await requireTransfer(tx, storeId, id);
    if (transfer.transferreeId !== actor.userId) {
      throw new Refusal(403, message('stores.transfer_of_another'));
    }
    await end(ctx, tx, transfer, answer);
    if (answer === 'accepted') {
      // A unique index allows one owner, so the former one is changed first.
      await setRole(tx, storeId, transfer.transferrerId, 'admin', ctx.clock.now());
      await setRole(tx, storeId, transfer.transferreeId, 'owner', ctx.clock.now());
      await askForCard(tx, storeId, transfer.transferreeId, ctx.clock.now());
    }
    const key = answer === 'accepted' ? 'store_transfer.accept' : 'store_transfer.reject';
    const owner = answer === 'accepted' ? { owner_id: transfer.transferreeId } : {};
    const before = { state: 'pending', owner_id: transfer.transferrerId } as const;
    await note(ctx, tx, actor, store, { id, key, before, after: { state: answer, ...owner } });
    return presentTransfer({ ...transfer, state: answer });
  });
}

async function requireTransfer(tx: Tx, storeId: number, id: number): Promise<TransferRow> {
  const transfer = await findTransfer(tx, storeId, id);
  if (transfer === null) throw notFound('transfer');
  return transfer;
}

async function end(
  ctx: Context,
  tx: Tx,
  transfer: TransferRow,
  state: 'cancelled' | 'accepted' | 'rejected',
): Promise<void> {
  if (await endTransfer(tx, transfer.id, state, ctx.clock.now())) return;
  throw invalid('store_transfer', message('stores.transfer_ended', { state: transfer.state }));
}

interface TransferFields {
  readonly state?: TransferRow['state'];
  readonly owner_id?: number;
}

interface Note {
  readonly id: number;
  readonly key: `store_transfer.${'create' | 'cancel' | 'accept' | 'reject'}`;
  readonly before: TransferFields;
  readonly after: TransferFields;
}

async function note(
  ctx: Context,
  tx: Tx,
  actor: Caller,
  store: LockedStore,
  { id, key, before, after }: Note,
): Promise<void> {
  await recordActivity(tx, {
    storeId: store.id,
    key,
    actor: { type: 'User', id: actor.userId },
    recipient: { type: 'StoreTransfer', id },
    before,
    after,
    at: ctx.clock.now(),
  });
  await notifyOfTransfer(tx, store.id, id, ctx.clock.now());
  if (store.sendEmailNotifications) await enqueue(tx, mailTransferJob, { storeId: store.id, transferId: id });
  await announce(tx, store.id, 'store', []);
}
