import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce } from '../../../api/live.ts';
import { invalid } from '../../../api/routing.ts';
import { hashToken } from '../../accounts/account/tokens.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import {
  findOpenInvitation,
  insertJoined,
  takeInvitation,
  type OpenInvitation,
} from './invitations.queries.ts';
import { lockStoreRow } from './members.queries.ts';

/**
 * Reads a mailed invitation.
 * @throws Refusal 422 for a link that is unknown, used, replaced or out of date
 */
export async function readInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const invitation = await findOpenInvitation(ctx.db, { tokenHash: hashToken(token) }, ctx.clock.now());
  if (invitation === null) throw deadInvitation();
  return invitation;
}

export interface Joined {
  readonly storeId: number;
  readonly storeSlug: string;
  readonly storeName: string;
  readonly role: 'admin' | 'member';
}

/**
 * Accepts a mailed invitation and creates its membership, in the caller's transaction. The account must have the invited address.
 * @throws Refusal 422 for a link that is unknown, used, replaced or out of date, or meant for another address
 */
export async function joinByInvitation(
  ctx: Context,
  tx: Tx,
  token: string,
  user: { readonly id: number; readonly email: string },
): Promise<Joined> {
  const tokenHash = hashToken(token);
  const now = ctx.clock.now();
  const open = await findOpenInvitation(tx, { tokenHash }, now);
  if (open === null) throw deadInvitation();
  if (open.email !== user.email) {
    throw invalid('invitation_token', message('stores.invitation_of_another'));
  }
  // Memberships change under the store's lock, so they are read again here.
  const store = await lockStoreRow(tx, open.storeId);
  const taken = store === null ? null : await takeInvitation(tx, tokenHash, user.email, now);
  if (store === null || taken === null) throw deadInvitation();
  await insertJoined(tx, { ...taken, userId: user.id, now });
  await recordActivity(tx, {
    storeId: store.id,
    key: 'store_profile.accept',
    actor: { type: 'User', id: user.id },
    recipient: { type: 'StoreProfile', id: taken.id },
    extras: { role: taken.role },
    at: now,
  });
  await announce(tx, store.id, 'store', []);
  return { storeId: store.id, storeSlug: store.slug, storeName: store.name, role: taken.role };
}

function deadInvitation() {
  return invalid('invitation_token', message('stores.invitation_dead'));
}
