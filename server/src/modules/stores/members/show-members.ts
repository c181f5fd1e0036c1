import type { CallReply } from '@evenstock/contract/api/endpoint';
import type {
  listMembers as listMembersEndpoint,
  listTransferees as listTransfereesEndpoint,
  Member,
  showMember as showMemberEndpoint,
} from '@evenstock/contract/stores/members';
import { abilitiesIn } from '../../../api/caller-abilities.ts';
import type { Context } from '../../../context.ts';
import { pageOf, sortOf } from '../../../api/page-request.ts';
import { notFound, type Actor, type Call } from '../../../api/routing.ts';
import {
  findMember,
  listMemberRows,
  membersBesideOwner,
  roleInStore,
  type MemberRow,
} from './members.queries.ts';

function presentMember(row: MemberRow): Member {
  return {
    id: row.id,
    role: row.role,
    owner: row.role === 'owner',
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    store: { id: row.storeId, slug: row.storeSlug, name: row.storeName },
    user: {
      id: row.userId,
      email: row.email,
      invitation_pending: row.userId === null,
      invitation_accepted_at: row.acceptedAt?.toISOString() ?? null,
    },
    invitation_expires_at: row.expiresAt?.toISOString() ?? null,
  };
}

/** One page of a store's members and invitations, by email. */
export async function listMembers({
  ctx,
  store,
  query,
}: Call<typeof listMembersEndpoint>): Promise<CallReply<typeof listMembersEndpoint>> {
  const page = pageOf(query);
  const { direction } = sortOf(query.q?.s ?? query.s, ['user_email'], {
    field: 'user_email',
    direction: 'asc',
  });
  const { rows, total } = await listMemberRows(ctx.db, store.id, query.q?.user_email_cont, direction, page);
  return {
    store_profiles: rows.map(presentMember),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}

/**
 * A member or an invitation of a store, with the actions of the caller.
 * @throws Refusal 404
 */
export async function showMember(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'role' | 'token'>,
  storeId: number,
  id: number,
): Promise<CallReply<typeof showMemberEndpoint>> {
  const [row, role] = await Promise.all([
    findMember(ctx.db, storeId, id),
    roleInStore(ctx.db, storeId, actor.userId),
  ]);
  if (row === null) throw notFound('member');
  const mayManage = abilitiesIn(role, actor).includes('member.manage') && row.role !== 'owner';
  return {
    store_profile: presentMember(row),
    actions: !mayManage
      ? []
      : row.userId === null
        ? ['edit_role', 'invite_again', 'remove']
        : ['edit_role', 'remove'],
  };
}

/** The members that the ownership can be transferred to. */
export async function listTransferees({
  ctx,
  store,
}: Call<typeof listTransfereesEndpoint>): Promise<CallReply<typeof listTransfereesEndpoint>> {
  return { users: await membersBesideOwner(ctx.db, store.id) };
}
