import * as contract from '@evenstock/contract/stores/members';
import * as referrals from '@evenstock/contract/stores/referrals';
import { route, type Route } from '../../api/routing.ts';
import { inviteMember } from './members/invite-member.ts';
import { referFriends, showReferrer } from './referrals/refer-friends.ts';
import { changeMemberRole, removeMember } from './members/remove-member.ts';
import { listMembers, listTransferees, showMember } from './members/show-members.ts';
import { answerTransfer, cancelTransfer, startTransfer } from './members/transfer-ownership.ts';

export const membersRoutes: readonly Route[] = [
  route(contract.listMembers, listMembers),
  route(contract.showMember, ({ ctx, actor, store, params }) =>
    showMember(ctx, actor, store.id, params.storeProfileId),
  ),
  route(contract.addMember, async ({ ctx, actor, store, body }) => {
    const id = await inviteMember(ctx, actor, store.id, body.store_profile);
    return showMember(ctx, actor, store.id, id);
  }),
  route(contract.changeMemberRole, async ({ ctx, actor, store, params, body }) => {
    await changeMemberRole(ctx, actor, store.id, params.storeProfileId, body.store_profile.role);
    return showMember(ctx, actor, store.id, params.storeProfileId);
  }),
  route(contract.removeMember, async ({ ctx, actor, store, params }) => {
    await removeMember(ctx, actor, store.id, params.storeProfileId);
    return {};
  }),
  route(contract.listTransferees, listTransferees),
  route(contract.startTransfer, async ({ ctx, actor, store, body }) => ({
    store_transfer: await startTransfer(ctx, actor, store.id, body.store_transfer.transferree_id),
  })),
  route(contract.cancelTransfer, async ({ ctx, actor, store, params }) => {
    await cancelTransfer(ctx, actor, store.id, params.storeTransferId);
    return {};
  }),
  route(contract.acceptTransfer, async ({ ctx, actor, store, params }) => ({
    store_transfer: await answerTransfer(ctx, actor, store.id, params.storeTransferId, 'accepted'),
  })),
  route(contract.rejectTransfer, async ({ ctx, actor, store, params }) => ({
    store_transfer: await answerTransfer(ctx, actor, store.id, params.storeTransferId, 'rejected'),
  })),
  route(referrals.sendReferralEmails, async ({ ctx, actor, store, body }) => ({
    count: await referFriends(ctx, actor, store.id, body.store.emails),
  })),
  route(referrals.storeNameFromCode, async ({ ctx, query }) => ({
    store: { name: await showReferrer(ctx, query.code) },
  })),
];
