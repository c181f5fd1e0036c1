import { expect } from 'vitest';
import { addMember } from '../world.ts';
import type { OwnedStore, Prepared, Recipe } from './stage.ts';

/** An act of the owner upon a webhook of the store. */
const onWebhook =
  (body?: unknown, changes: Record<string, [unknown, unknown]> = {}): Recipe =>
  async (stage) => {
    const store = await stage.openStore();
    return byOwner(store, () => ({ type: 'Webhook', id: store.webhookId }), body, changes);
  };

function byOwner(
  { id, owner, call }: OwnedStore,
  recipient: () => { type: string; id: number } | Promise<{ type: string; id: number }>,
  body?: unknown,
  changes: Record<string, [unknown, unknown]> = {},
): Prepared {
  return {
    ...call,
    body,
    activity: async () => ({ storeId: id, actorId: owner.id, recipient: await recipient(), changes }),
  };
}

const wish = { access_token: { name: 'Reports', scopes: ['order.view'], expires_in_days: 30 } };

/** How the calls about access tokens and webhooks succeed, by the names of their endpoints. */
export const developerRecipes: Readonly<Record<string, Recipe>> = {
  async createAccessToken(stage) {
    const store = await stage.openStore();
    const newest = async () => {
      const query = stage.ctx.db.selectFrom('access_tokens').select(({ fn }) => fn.max('id').as('id'));
      return { type: 'AccessToken', id: (await query.executeTakeFirstOrThrow()).id };
    };
    return byOwner(store, newest, wish);
  },
  async revokeAccessToken(stage) {
    const store = await stage.openStore();
    const member = await stage.openAccount();
    await addMember(stage.ctx, store.id, member.id, 'member');
    const { id } = await stage.ctx.db
      .insertInto('access_tokens')
      .values({
        store_id: store.id,
        user_id: member.id,
        name: 'Reports',
        prefix: 'evst_abcdef',
        token_hash: Buffer.from(`${String(store.id)} token`),
        scopes: ['order.view'],
        created_at: stage.ctx.clock.now(),
        expires_at: new Date(stage.ctx.clock.now().getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      token: member.token,
      path: { ...store.call.path, accessTokenId: id },
      activity: () => ({
        storeId: store.id,
        actorId: member.id,
        recipient: { type: 'AccessToken', id },
        changes: { revoked_at: [null, expect.any(String)] },
      }),
    };
  },
  async createWebhook(stage) {
    const store = await stage.openStore();
    const newest = async () => {
      const query = stage.ctx.db.selectFrom('webhooks').select(({ fn }) => fn.max('id').as('id'));
      return { type: 'Webhook', id: (await query.executeTakeFirstOrThrow()).id };
    };
    const webhook = { url: 'https://hooks.shop.example/evenstock', events: ['order.changed'] };
    return byOwner(store, newest, { webhook });
  },
  updateWebhook: onWebhook({ webhook: { state: 'off' } }, { state: ['on', 'off'] }),
  deleteWebhook: onWebhook(undefined, { events: [expect.any(String), null], state: ['on', null] }),
  sendDeliveryAgain: onWebhook(),
};
