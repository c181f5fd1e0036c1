import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, listOf, none, recordId, searched, sortedPaging } from '../api/fields.ts';
import { storePath, storeProfile, storeTransfer } from './stores.ts';
import { fault } from '../messages/message.ts';

/** How long a mailed invitation can be accepted. */
export const invitationDays = 14;

/** A member, or somebody who was invited: then without an account here, and without any access. */
export const member = storeProfile.extend({
  store: z.object({ id, slug: z.string(), name: z.string() }),
  user: z.object({
    /** Null until the invitation is accepted, whether the address has an account or not. */
    id: id.nullable(),
    email: z.string(),
    invitation_pending: z.boolean(),
    /** Null for the founder of the store. */
    invitation_accepted_at: instant.nullable(),
  }),
  /** Until when the mailed link works; null for members. */
  invitation_expires_at: instant.nullable(),
});
export type Member = z.infer<typeof member>;

/** What the caller may do with one member. */
export const memberAction = z.enum(['edit_role', 'remove', 'invite_again']);

const memberPath = z.object({ ...storePath.shape, storeProfileId: recordId });

const assignedRole = z.enum(['member', 'admin'], {
  error: ({ input }) => (input === undefined ? fault('stores.role_required') : fault('stores.role_unknown')),
});

const memberReply = z.object({ store_profile: member, actions: z.array(memberAction) });

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Members of a store and those who are invited, by email',
  method: 'GET',
  path: '/api/stores/:storeId/store_profiles.json',
  params: storePath,
  query: z.object({
    ...sortedPaging,
    q: z
      .object({
        user_email_cont: searched.optional(),
        s: z.enum(['user_email asc', 'user_email desc']).optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('store_profiles', member),
  permission: 'member.view',
  audit: null,
});

export const showMember = endpoint({
  name: 'showMember',
  summary: 'A member of a store, or an invitation',
  method: 'GET',
  path: '/api/stores/:storeId/store_profiles/:storeProfileId.json',
  params: memberPath,
  query: none,
  body: none,
  reply: memberReply,
  permission: 'member.view',
  audit: null,
});

export const addMember = endpoint({
  name: 'addMember',
  summary: 'Invite an address to a store by mail; whoever is invited already gets a new link',
  method: 'POST',
  path: '/api/stores/:storeId/store_profiles.json',
  params: storePath,
  query: none,
  body: z.object({
    store_profile: z.object({
      email: z
        .string({ error: fault('accounts.email_required') })
        .trim()
        .toLowerCase()
        .min(1, { error: fault('accounts.email_required'), abort: true })
        .max(255, fault('accounts.email_too_long'))
        .pipe(z.email(fault('accounts.email_invalid'))),
      role: assignedRole,
    }),
  }),
  reply: memberReply,
  permission: 'member.manage',
  audit: 'store_profile.invite',
});

export const changeMemberRole = endpoint({
  name: 'changeMemberRole',
  summary: 'Give a member, or somebody invited, another role; never the owner',
  method: 'PATCH',
  path: '/api/stores/:storeId/store_profiles/:storeProfileId.json',
  params: memberPath,
  query: none,
  body: z.object({ store_profile: z.object({ role: assignedRole }) }),
  reply: memberReply,
  permission: 'member.manage',
  audit: 'store_profile.update',
});

export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Remove a member from the store, or take an invitation back; never the owner',
  method: 'DELETE',
  path: '/api/stores/:storeId/store_profiles/:storeProfileId.json',
  params: memberPath,
  query: none,
  body: none,
  reply: empty,
  permission: 'member.manage',
  audit: 'store_profile.delete',
});

export const listTransferees = endpoint({
  name: 'listTransferees',
  summary: 'Who could become the owner: members who accepted, without the owner',
  method: 'GET',
  path: '/api/stores/:storeId/members.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({ users: z.array(z.object({ id, email: z.string() })) }),
  permission: 'member.view',
  audit: null,
});

const transferPath = z.object({ ...storePath.shape, storeTransferId: recordId });
const transferReply = z.object({ store_transfer: storeTransfer });
const noTransferee = { error: fault('stores.transferree_required') };

export const startTransfer = endpoint({
  name: 'startTransfer',
  summary: 'Offer the ownership of a store to one of its members',
  method: 'POST',
  path: '/api/stores/:storeId/store_transfers.json',
  params: storePath,
  query: none,
  body: z.object({
    store_transfer: z.object({
      transferree_id: z.coerce
        .number(noTransferee)
        .int(noTransferee)
        .positive(noTransferee)
        .max(Number.MAX_SAFE_INTEGER, noTransferee),
    }),
  }),
  reply: transferReply,
  permission: 'store.transfer',
  audit: 'store_transfer.create',
});

export const cancelTransfer = endpoint({
  name: 'cancelTransfer',
  summary: 'Take the offer of ownership back',
  method: 'DELETE',
  path: '/api/stores/:storeId/store_transfers/:storeTransferId.json',
  params: transferPath,
  query: none,
  body: none,
  reply: empty,
  permission: 'store.transfer',
  audit: 'store_transfer.cancel',
});

export const acceptTransfer = endpoint({
  name: 'acceptTransfer',
  summary: 'Become the owner; the owner until now becomes an admin',
  method: 'PATCH',
  path: '/api/stores/:storeId/store_transfers/:storeTransferId/accept.json',
  params: transferPath,
  query: none,
  body: none,
  reply: transferReply,
  permission: 'transfer.answer',
  audit: 'store_transfer.accept',
});

export const rejectTransfer = endpoint({
  name: 'rejectTransfer',
  summary: 'Decline the ownership that was offered',
  method: 'PATCH',
  path: '/api/stores/:storeId/store_transfers/:storeTransferId/reject.json',
  params: transferPath,
  query: none,
  body: none,
  reply: transferReply,
  permission: 'transfer.answer',
  audit: 'store_transfer.reject',
});
