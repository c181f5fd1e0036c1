import { expect } from 'vitest';
import { addMember } from '../world.ts';
import {
  type Activity,
  type Exception,
  type FieldChanges,
  freshName,
  type OwnedStore,
  type Prepared,
  type Recipe,
  type Stage,
  upon,
} from './stage.ts';

/** An act of the owner upon the store itself. */
const onStore =
  (body?: unknown, changes: FieldChanges = {}): Recipe =>
  async (stage) => {
    const { id, owner, call } = await stage.openStore();
    return { ...call, body, activity: () => ({ storeId: id, actorId: owner.id, recipient: null, changes }) };
  };

const byOwner = (
  { id, owner, call }: OwnedStore,
  recipient: { type: string; id: number },
  changes: FieldChanges,
  body?: unknown,
): Prepared => ({ ...call, body, activity: () => ({ storeId: id, actorId: owner.id, recipient, changes }) });

async function joinAs(stage: Stage, store: OwnedStore) {
  const account = await stage.openAccount();
  await addMember(stage.ctx, store.id, account.id, 'member');
  const { id } = await stage.ctx.db
    .selectFrom('store_profiles')
    .select('id')
    .where('store_id', '=', store.id)
    .where('user_id', '=', account.id)
    .executeTakeFirstOrThrow();
  return { account, membership: { type: 'StoreProfile', id } };
}

/** The invitation of an address, which has the id that its membership will have. */
async function invitationOf(stage: Stage, email: string): Promise<{ type: string; id: number }> {
  const { id } = await stage.ctx.db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { type: 'StoreProfile', id };
}

/** The member to whom the pending transfer offers the store, answers it. */
const answerTransfer =
  (answer: 'accepted' | 'rejected'): Recipe =>
  async (stage) => {
    const store = await stage.openStore();
    const account = await stage.openAccount();
    await addMember(stage.ctx, store.id, account.id, 'member');
    await stage.ctx.db
      .updateTable('store_transfers')
      .set({ transferree_id: account.id })
      .where('id', '=', store.storeTransferId)
      .execute();
    return {
      token: account.token,
      path: store.call.path,
      activity: () => ({
        storeId: store.id,
        actorId: account.id,
        recipient: { type: 'StoreTransfer', id: store.storeTransferId },
        changes: {
          state: ['pending', answer],
          ...(answer === 'accepted' ? { owner_id: [store.owner.id, account.id] } : {}),
        },
      }),
    };
  };

async function openPayingStore(stage: Stage): Promise<OwnedStore> {
  const store = await stage.openStore();
  stage.ctx.sandbox.control.externalServices.subscribe({ store_id: store.id, email: store.owner.email });
  await stage.ctx.settle();
  return store;
}

/** A view of the products that the owner has saved. */
const withView =
  (body?: unknown): Recipe =>
  async ({ ctx, openStore }) => {
    const { id: storeId, owner, call } = await openStore();
    const now = ctx.clock.now();
    const { id } = await ctx.db
      .insertInto('saved_views')
      .values({
        store_id: storeId,
        user_id: owner.id,
        list: 'products',
        name: 'Low',
        address: 'filter_status=no_stock',
        place: 1,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ...call, path: { ...call.path, savedViewId: id }, body };
  };

/** How the calls about stores, members and payment succeed, by the names of their endpoints. */
export const storeRecipes: Readonly<Record<string, Recipe>> = {
  async createSavedView(stage) {
    const { call } = await stage.openStore();
    return { ...call, body: { saved_view: { list: 'orders', name: 'Mine', address: '' } } };
  },
  async switchDigest(stage) {
    const { call } = await stage.openStore();
    return { ...call, body: { digest: { language: 'zh' } } };
  },
  updateSavedView: withView({ saved_view: { name: 'Lower' } }),
  deleteSavedView: withView(),
  async createStore(stage) {
    const account = await stage.openAccount();
    const name = freshName();
    return {
      token: account.token,
      body: { store: { name, country: 'sg' } },
      activity: async () => {
        const made = stage.ctx.db.selectFrom('stores').select('id').where('name', '=', name);
        const { id } = await made.executeTakeFirstOrThrow();
        const changes: FieldChanges = { name: [null, name], country: [null, 'sg'] };
        return { storeId: id, actorId: account.id, recipient: null, changes };
      },
    };
  },
  async updateStore(stage) {
    const { id, slug, owner, call } = await stage.openStore();
    // A store of the tests has its slug for a name.
    const changes: FieldChanges = { name: [slug, 'Another name'] };
    return {
      ...call,
      body: { store: { name: 'Another name', country: 'sg' } },
      activity: () => ({ storeId: id, actorId: owner.id, recipient: null, changes }),
    };
  },
  deleteStore: onStore(undefined, { deleted_at: [null, expect.any(String)] }),
  sendReferralEmails: onStore({ store: { emails: 'friend@audit.test' } }),
  async leaveStore(stage) {
    const store = await stage.openStore();
    const { account, membership } = await joinAs(stage, store);
    const activity: Activity = {
      storeId: store.id,
      actorId: account.id,
      recipient: membership,
      changes: { role: ['member', null] },
    };
    return { token: account.token, path: store.call.path, activity: () => activity };
  },
  async addMember(stage) {
    const store = await stage.openStore();
    const email = `${freshName()}@audit.test`;
    return {
      ...store.call,
      body: { store_profile: { email, role: 'member' } },
      activity: async () => ({
        storeId: store.id,
        actorId: store.owner.id,
        recipient: await invitationOf(stage, email),
        changes: { role: [null, 'member'] },
      }),
    };
  },
  async changeMemberRole(stage) {
    const store = await stage.openStore();
    const member = { type: 'StoreProfile', id: store.storeProfileId };
    const changes: FieldChanges = { role: ['member', 'admin'] };
    return byOwner(store, member, changes, { store_profile: { role: 'admin' } });
  },
  async removeMember(stage) {
    const store = await stage.openStore();
    const { membership } = await joinAs(stage, store);
    const prepared = byOwner(store, membership, { role: ['member', null] });
    return { ...prepared, path: { ...store.call.path, storeProfileId: membership.id } };
  },
  async startTransfer(stage) {
    const store = await stage.openStore();
    await stage.ctx.db.deleteFrom('store_transfers').where('id', '=', store.storeTransferId).execute();
    const { account } = await joinAs(stage, store);
    return {
      ...store.call,
      body: { store_transfer: { transferree_id: account.id } },
      activity: async () => {
        const started = stage.ctx.db
          .selectFrom('store_transfers')
          .select('id')
          .where('store_id', '=', store.id);
        const { id } = await started.executeTakeFirstOrThrow();
        return {
          storeId: store.id,
          actorId: store.owner.id,
          recipient: { type: 'StoreTransfer', id },
          changes: { state: [null, 'pending'] },
        };
      },
    };
  },
  async cancelTransfer(stage) {
    const store = await stage.openStore();
    const transfer = { type: 'StoreTransfer', id: store.storeTransferId };
    return byOwner(store, transfer, { state: ['pending', 'cancelled'] });
  },
  acceptTransfer: answerTransfer('accepted'),
  rejectTransfer: answerTransfer('rejected'),

  async startCheckout(stage) {
    const { call } = await stage.openStore();
    return { ...call, body: { checkout_session: { return_path: '/stores' } } };
  },
  async endSubscription(stage) {
    const { id, owner, call } = await openPayingStore(stage);
    const changes: FieldChanges = { console_subscription_tier: ['standard', null] };
    return { ...call, activity: () => ({ storeId: id, actorId: owner.id, recipient: null, changes }) };
  },

  async readStoreNotification(stage) {
    return (await stage.openStore()).call;
  },
  async dismissAction(stage) {
    const store = await stage.openStore();
    return { ...store.call, activity: upon(store, 'ProductListing', store.productListingId) };
  },
  async dismissFailures(stage) {
    const store = await stage.openStore();
    return { ...store.call, body: { operation: {} }, activity: upon(store, 'Operation', store.operationId) };
  },
  async retryAction(stage) {
    const store = await stage.openStore();
    await stage.ctx.db
      .updateTable('marketplace_actions')
      .set({ may_retry: true })
      .where('id', '=', store.actionId)
      .execute();
    return { ...store.call, activity: upon(store, 'ProductListing', store.productListingId) };
  },
  async readAllStoreNotifications(stage) {
    return (await stage.openStore()).call;
  },
  async storeNameFromCode(stage) {
    const { id } = await stage.openStore();
    const code = stage.ctx.db.selectFrom('stores').select('referral_code as code').where('id', '=', id);
    return { query: await code.executeTakeFirstOrThrow() };
  },
};

/** Calls about stores that record something else than is declared, or more. */
export const storeExceptions: readonly Exception[] = [
  [
    'removeMember',
    'takes an invitation back',
    async (stage) => {
      const store = await stage.openStore();
      const email = `${freshName()}@audit.test`;
      await stage.server.call('POST', `/api/stores/${store.slug}/store_profiles.json`, {
        token: store.owner.token,
        body: { store_profile: { email, role: 'member' } },
      });
      const invitation = await invitationOf(stage, email);
      const path = { ...store.call.path, storeProfileId: invitation.id };
      const prepared = byOwner(store, invitation, { role: ['member', null] });
      return { ...prepared, path, keys: ['store_profile.uninvite'] };
    },
  ],
  [
    'removeMember',
    'the store was offered to them',
    async (stage) => {
      const store = await stage.openStore();
      return {
        ...byOwner(
          store,
          { type: 'StoreTransfer', id: store.storeTransferId },
          { state: ['pending', 'cancelled'] },
        ),
        keys: ['store_profile.delete', 'store_transfer.cancel'],
      };
    },
  ],
];
