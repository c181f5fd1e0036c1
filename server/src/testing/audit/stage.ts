import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { z } from 'zod';
import { mergeVariants } from '../../modules/catalog/merges/merge-variants.ts';
import { connectShop } from '../connect-shop.ts';
import type { TestServer } from '../http.ts';
import type { SandboxedContext } from '../sandbox.ts';
import { addMember, addPopulatedStore, addUser, openSession, type PopulatedStore } from '../world.ts';

/** What an activity says beside its key. */
export interface Activity {
  readonly storeId: number | null;
  readonly actorId: number;
  readonly recipient: { readonly type: string; readonly id: number } | null;
  /** Fields before and after; left out where the call changes none. */
  readonly changes?: FieldChanges;
}

export type FieldChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** A call that is ready to be made and will succeed. */
export interface Prepared {
  readonly token?: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Where the call records something else than its endpoint declares, or more: all of it, in order. */
  readonly keys?: readonly ActivityKey[];
  /** What the last activity says, looked up after the call. Left out where nothing is to be recorded. */
  readonly activity?: () => Activity | Promise<Activity>;
}

export type Recipe = (stage: Stage) => Promise<Prepared>;
/** A call that records something else than its endpoint declares, or more: the endpoint, when, and how. */
export type Exception = readonly [endpoint: string, when: string, recipe: Recipe];

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

export interface OwnedStore extends PopulatedStore {
  readonly owner: Account;
  /** The names that paths use, and the owner's session. */
  readonly call: { readonly token: string; readonly path: Readonly<Record<string, string | number>> };
}

export interface ConnectedStore {
  readonly id: number;
  readonly owner: Account;
  readonly shopee: { readonly marketplaceId: number; readonly shop: string };
  readonly call: { readonly token: string; readonly path: Readonly<Record<string, string | number>> };
}

/** Where calls are prepared: each asks for accounts, stores and shops of its own. */
export interface Stage {
  readonly ctx: SandboxedContext;
  readonly server: TestServer;
  /** An account that signed in just now. */
  openAccount(role?: UserRole): Promise<Account>;
  /** A store with a record of each kind, and its owner. */
  openStore(role?: UserRole): Promise<OwnedStore>;
  /** The same, while the store syncs: names and quantities may be changed. */
  openSyncingStore(): Promise<OwnedStore>;
  /** A store that syncs, with a shop at Shopee and one at Lazada that both sell the SKU TEE. */
  openConnectedStore(role?: UserRole): Promise<ConnectedStore>;
  /** Marketplaces of earlier calls are no longer pulled on schedule, as later calls would wait for that. */
  stopSchedule(): Promise<void>;
  /** Adds a marketplace through the router. */
  addMarketplace(store: OwnedStore, channel: ChannelKind, shopName: string | null): Promise<number>;
  /** Joins the two listings of TEE in one SKU. */
  mergeTee(
    store: ConnectedStore,
  ): Promise<{ listingId: number; itemId: number; productId: number; variantId: number }>;
  idOfUser(email: string): Promise<number>;
  /** Value of a parameter of the link that was mailed last. */
  mailedToken(parameter: string): Promise<string>;
}

/** Prepares once what several calls read and none changes. */
export function once<T>(prepare: (stage: Stage) => Promise<T>): (stage: Stage) => Promise<T> {
  let prepared: Promise<T> | null = null;
  return (stage) => (prepared ??= prepare(stage));
}

let made = 0;
/** A name that nothing had before. */
export function freshName(): string {
  made += 1;
  return `audit-${String(made)}`;
}

const marketplaceReply = z.object({ marketplace: z.object({ id: z.number() }) });

/** The stage of a test's program. */
export function openStage(ctx: SandboxedContext, server: TestServer): Stage {
  async function openAccount(role: UserRole = 'member'): Promise<Account> {
    const email = `${freshName()}@audit.test`;
    const id = await addUser(ctx, role, email);
    return { id, email, token: await openSession(ctx, id) };
  }
  const stage: Stage = {
    ctx,
    server,
    openAccount,
    async openStore(role) {
      const store = await addPopulatedStore(ctx);
      const owner = await openAccount(role);
      await addMember(ctx, store.id, owner.id, 'owner');
      // Only an owner offers a store.
      await ctx.db
        .updateTable('store_transfers')
        .set({ transferrer_id: owner.id })
        .where('id', '=', store.storeTransferId)
        .execute();
      const path = {
        storeId: store.slug,
        marketplaceId: store.marketplaceId,
        productId: store.productId,
        variantId: store.variantId,
        referenceNumber: store.referenceNumber,
        storeProfileId: store.storeProfileId,
        storeTransferId: store.storeTransferId,
        storeNotificationId: store.storeNotificationId,
        operationId: store.operationId,
        tallyId: store.tallyId,
        actionId: store.actionId,
        webhookId: store.webhookId,
        deliveryId: store.deliveryId,
      };
      return { ...store, owner, call: { token: owner.token, path } };
    },
    async openSyncingStore() {
      const store = await stage.openStore();
      const synced = ctx.db.updateTable('stores').set({ can_sync_quantity: true });
      await synced.where('id', '=', store.id).execute();
      return store;
    },
    async openConnectedStore(role) {
      const owner = await openAccount(role);
      const { id, slug } = await addSyncedStore(ctx);
      await addMember(ctx, id, owner.id, 'owner');
      const place = { storeId: id, storeSlug: slug, userId: owner.id };
      const shopee = await openShop(ctx, place, 'shopee');
      await openShop(ctx, place, 'lazada');
      await ctx.settle();
      const path = { storeId: slug, marketplaceId: shopee.marketplaceId };
      return { id, owner, shopee, call: { token: owner.token, path } };
    },
    async stopSchedule() {
      await ctx.db.updateTable('marketplaces').set({ verified_at: null }).execute();
    },
    async addMarketplace(store, channel, shopName) {
      const marketplace = {
        name: freshName(),
        type: channels[channel].marketplaceType,
        shop_name: shopName,
      };
      const path = `/api/stores/${store.slug}/marketplaces.json`;
      const answer = await server.call('POST', path, { token: store.owner.token, body: { marketplace } });
      return marketplaceReply.parse(answer.body).marketplace.id;
    },
    async mergeTee(store) {
      const rows = await ctx.db
        .selectFrom('variant_listings as l')
        .innerJoin('product_listings as p', 'p.id', 'l.product_listing_id')
        .select(['l.id', 'l.variant_id', 'l.product_listing_id', 'p.marketplace_id'])
        .where('l.store_id', '=', store.id)
        .where('l.sku', '=', 'TEE')
        .execute();
      const variantIds = rows.map((row) => row.variant_id);
      const variantId = await mergeVariants(ctx, {
        storeId: store.id,
        variantIds,
        quantity: 'highest',
        userId: null,
      });
      const own = rows.find((row) => row.marketplace_id === store.shopee.marketplaceId);
      if (own === undefined || variantId === null) throw new Error('Shopee’s listing was not read.');
      const { product_id: productId } = await ctx.db
        .selectFrom('product_listings')
        .select('product_id')
        .where('id', '=', own.product_listing_id)
        .executeTakeFirstOrThrow();
      return { listingId: own.id, itemId: own.product_listing_id, productId, variantId };
    },
    async idOfUser(email) {
      const query = ctx.db.selectFrom('users').select('id').where('email', '=', email);
      return (await query.executeTakeFirstOrThrow()).id;
    },
    async mailedToken(parameter) {
      await ctx.runJobs();
      const token = new RegExp(`${parameter}=(\\S+)`).exec(ctx.mails.at(-1)?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`No ${parameter} was mailed.`);
      return token;
    },
  };
  return stage;
}

async function addSyncedStore(ctx: SandboxedContext): Promise<{ id: number; slug: string }> {
  const slug = freshName();
  const now = ctx.clock.now();
  return ctx.db
    .insertInto('stores')
    .values({ slug, name: slug, country: 'sg', can_sync_quantity: true, created_at: now, updated_at: now })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
}

async function openShop(
  ctx: SandboxedContext,
  place: { readonly storeId: number; readonly storeSlug: string; readonly userId: number },
  channel: ChannelKind,
): Promise<{ marketplaceId: number; shop: string }> {
  const name = freshName();
  const { shop } = ctx.sandbox.control.addShop({ channel, name });
  ctx.sandbox.control.addListings(channel, shop, { sku: 'TEE', quantity: 10, name: 'The TEE' });
  return { marketplaceId: await connectShop(ctx, place, { channel, shop, name }), shop };
}

/** The activity of an owner upon a record of the store. */
export const upon = (
  store: { readonly id: number; readonly owner: { readonly id: number } },
  type: string,
  id: number,
  changes: FieldChanges = {},
): (() => Activity) => {
  const activity = { storeId: store.id, actorId: store.owner.id, recipient: { type, id }, changes };
  return () => activity;
};

/** A call upon a connected store itself. */
export const uponStoreOf =
  (body?: unknown): Recipe =>
  async (stage: Stage) => {
    const { id, owner, call } = await stage.openConnectedStore();
    return { ...call, body, activity: () => ({ storeId: id, actorId: owner.id, recipient: null }) };
  };
