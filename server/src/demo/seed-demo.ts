import { channelKind, channelKinds, channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { z } from 'zod';
import { isBillingOn, type Context } from '../context.ts';
import { demoPassword } from './demo-accounts.ts';
import type { DemoSandbox } from './demo-sandbox.ts';
import { seedExamples } from './seed-examples.ts';
import { seedLedger } from './seed-ledger.ts';
import { openFurtherPlace } from './seed-places.ts';
import { packGifts } from './seed-sets.ts';
import { createAccount } from '../modules/accounts/create-account.ts';
import { nextGroups } from '../modules/catalog/merges/automerge.queries.ts';
import { countSales } from '../modules/catalog/sales/count-sales.ts';
import { mergeVariants } from '../modules/catalog/merges/merge-variants.ts';
import { readListings } from '../modules/catalog/intake/read-listings.ts';
import { returnAddress } from '../modules/connections/authorisation/authorisation.rules.ts';
import { beginAuthorisation } from '../modules/connections/authorisation/begin-authorisation.ts';
import { completeAuthorisation } from '../modules/connections/authorisation/complete-authorisation.ts';
import { createMarketplace } from '../modules/marketplaces/create-marketplace.ts';
import { verifyKeys } from '../modules/connections/authorisation/verify-keys.ts';
import { requireMarketplace } from '../modules/marketplaces/show-marketplace.ts';
import { startDayChecks } from '../modules/orders/days/check-days.ts';
import { recordPrint } from '../modules/orders/pages/record-print.ts';
import { readNotification } from '../modules/journal/read-notifications.ts';
import { adjustQuantity } from '../modules/stock/changes/adjust-quantity.ts';
import { createStore } from '../modules/stores/create-store.ts';
import { inviteMember } from '../modules/stores/members/invite-member.ts';
import { switchSync } from '../modules/stores/store/switch-sync.ts';
import { countMergedListings } from '../modules/billing/count-merged-listings.ts';
import { followPayment } from '../modules/billing/follow-payment.ts';
import type { Actor } from '../api/routing.ts';

const PATIENCE_MS = 180_000;
const ORDERS_PATIENCE_MS = 40_000;
const LOOK_AGAIN_MS = 300;
/** Codes that are left to merge. None of them appears on the first page of the products list. */
const LEFT_TO_MERGE: ReadonlySet<string> = new Set([
  'BAKKWA-200',
  'BEANS-1000',
  'CONDENSED',
  'CUP-GREEN',
  'CUP-RED',
  'EGG-CUP2',
  'KOPI-O-20',
  'MILO-TIN',
  'PANDAN-60',
  'TEH-BREW',
  'TOTE-NAT',
]);

/** The part of the sandbox that the seed uses. */
type Marketplaces = Pick<DemoSandbox, 'call'>;

interface DemoStore {
  readonly id: number;
  readonly slug: string;
}

interface ConnectedShop {
  readonly channel: ChannelKind;
  /** The sandbox's id of the shop. */
  readonly shop: string;
  readonly marketplaceId: number;
}

/**
 * Seeds an empty database with the demo: accounts, a store, the sandbox's shops connected by the real consent flow, their
 * products and orders pulled from the sandbox, most SKUs of one code merged, and an example for every screen. The caller runs the
 * jobs meanwhile.
 */
export async function seedDemo(ctx: Context, marketplaces: Marketplaces): Promise<void> {
  const { owner, store } = await openStore(ctx);
  const shops = await connectShops(ctx, marketplaces, owner, store);
  await untilPulled(ctx, shops.length);
  await switchSync(ctx, owner, store.id, true);
  await subscribe(ctx, marketplaces, owner, store);
  await mergeMost(ctx, owner, store);
  await seedLedger(ctx, store.id, await memberIds(ctx, store));
  await disturbShops(ctx, marketplaces, owner, store, shops);
  await packGifts(ctx, owner, store.id);
  await printYesterday(ctx, owner, store);
  const scope = { ...store, country: 'sg', timeZone: 'Asia/Singapore', role: 'owner' } as const;
  await seedExamples({ ctx, actor: owner, store: scope });
  await startDayChecks(ctx);
  await countSales(ctx);
  await countPastMonths(ctx, store);
  const shopify = shops.find(({ channel }) => channel === 'shopify');
  if (shopify !== undefined) await openFurtherPlace(marketplaces, shopify);
  await readOldNews(ctx, store);
}

async function memberIds(ctx: Context, store: DemoStore): Promise<number[]> {
  const members = await ctx.db
    .selectFrom('store_profiles')
    .select('user_id')
    .where('store_id', '=', store.id)
    .orderBy('id')
    .execute();
  return members.map(({ user_id: userId }) => userId);
}

/** Marks the notifications of the first connection as read, as for a team that connected its shops weeks ago. */
async function readOldNews(ctx: Context, store: DemoStore): Promise<void> {
  const told = await ctx.db
    .selectFrom('store_notifications')
    .select('id')
    .where('store_id', '=', store.id)
    .where('kind', '=', 'first_sync_done')
    .execute();
  for (const userId of await memberIds(ctx, store)) {
    const reader = { storeId: store.id, userId, kinds: ['first_sync_done'] };
    for (const { id } of told) await readNotification(ctx, reader, id);
  }
}

async function openStore(ctx: Context): Promise<{ owner: Actor; store: DemoStore }> {
  const account = async (name: string, role: UserRole = 'member'): Promise<number> =>
    createAccount(ctx, { email: `${name}@demo.evenstock.test`, password: demoPassword, role });
  const ownerId = await account('owner');
  const members = [
    { user_id: await account('admin'), role: 'admin' },
    { user_id: await account('member'), role: 'member' },
  ];
  await account('platform', 'admin');
  const owner: Actor = {
    userId: ownerId,
    sessionId: 0,
    email: 'owner@demo.evenstock.test',
    role: 'member',
  };
  const storeId = await createStore(ctx, owner, {
    name: 'Demo Store',
    country: 'sg',
    company_name: 'Kopi Corner Pte. Ltd.',
    address: '12 Keong Saik Road, Singapore 089119',
  });
  const at = ctx.clock.now();
  await ctx.db
    .insertInto('store_profiles')
    .values(
      members.map((member) => ({
        ...member,
        store_id: storeId,
        created_at: at,
        updated_at: at,
        invitation_accepted_at: at,
      })),
    )
    .execute();
  // An invitation that is not accepted yet. Its mail is caught by the demo's mail sink.
  await inviteMember(ctx, owner, storeId, { email: 'packer@demo.evenstock.test', role: 'member' });
  const store = await ctx.db
    .selectFrom('stores')
    .select(['id', 'slug'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return { owner, store };
}

export const shopList = z.array(z.object({ channel: z.string(), shop: z.string(), name: z.string() }));
const returnedQuery = z.record(z.string(), z.string());

/** Connects the first shop of each channel. The others are left to be connected by hand. */
async function connectShops(
  ctx: Context,
  marketplaces: Marketplaces,
  owner: Actor,
  store: DemoStore,
): Promise<ConnectedShop[]> {
  const known = shopList.parse(await marketplaces.call('GET', '/control/shops'));
  const connected: ConnectedShop[] = [];
  for (const channel of channelKinds) {
    const found = known.find((shop) => shop.channel === channel);
    if (found === undefined) continue;
    const { marketplaceType, shopName } = channels[channel];
    const marketplaceId = await createMarketplace(ctx, owner, store.id, {
      name: nameOf(channel),
      type: marketplaceType,
      ...(shopName === null ? {} : { shop_name: shopName.domain === null ? found.name : found.shop }),
    });
    const marketplace = await requireMarketplace(ctx, store.id, String(marketplaceId));
    if (ctx.connectors[channel].authorisation.by === 'keys') {
      const keys = await marketplaces.call('POST', `/control/${channel}/${found.shop}/grant`, {});
      await verifyKeys(ctx, owner, store.id, marketplace, returnedQuery.parse(keys));
      connected.push({ channel, shop: found.shop, marketplaceId });
      continue;
    }
    const { state } = await beginAuthorisation(ctx, owner, store, marketplace);
    const query = returnedQuery.parse(
      await marketplaces.call('POST', `/control/${channel}/${found.shop}/grant`, {
        state,
        redirect_uri: returnAddress(ctx.settings.publicUrl, channel, store.slug, marketplace.slug),
      }),
    );
    // Channels that return no state name the marketplace in the return URL; the browser adds the state.
    await completeAuthorisation(ctx, owner, { channel, among: [marketplaceId] }, { state, ...query });
    connected.push({ channel, shop: found.shop, marketplaceId });
  }
  return connected;
}

/** Names as a team would choose them: Indonesian shops by their country, the others without it. */
function nameOf(channel: ChannelKind): string {
  const { label } = channels[channel];
  if (channel === 'tokopedia') return `${label} ID`;
  return label.endsWith('SG') ? label : `${label} SG`;
}

/**
 * Waits until every marketplace's first products and orders are imported. A marketplace that returns its orders slowly may finish
 * after the start: the next steps need only the products.
 */
async function untilPulled(ctx: Context, marketplaces: number): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    const pulls = await ctx.db
      .selectFrom('marketplace_pulls')
      .select('kind')
      .where('scope', '=', 'first')
      .where('state', '=', 'done')
      .execute();
    const listings = pulls.filter(({ kind }) => kind === 'listings').length;
    const isEnough = pulls.length === marketplaces * 2 || waited >= ORDERS_PATIENCE_MS;
    if (listings === marketplaces && isEnough) return;
    await ctx.clock.sleep(LOOK_AGAIN_MS);
  }
  throw new Error('The demo marketplaces did not hand over their products in time.');
}

/** Merges most groups of one code and leaves the rest to be merged. */
async function mergeMost(ctx: Context, owner: Actor, store: DemoStore): Promise<void> {
  const groups = await nextGroups(ctx.db, store.id, '', 1000);
  for (const group of groups) {
    if (LEFT_TO_MERGE.has(group.sku)) continue;
    await mergeVariants(ctx, {
      storeId: store.id,
      variantIds: group.variant_ids,
      quantity: 'highest',
      userId: owner.userId,
    });
  }
}

/**
 * Marks one shipped or completed order of each marketplace as printed a day ago: its label or, without labels, its invoice.
 * A marketplace whose orders are not imported yet is skipped.
 */
async function printYesterday(ctx: Context, owner: Actor, store: DemoStore): Promise<void> {
  const orders = await ctx.db
    .selectFrom('orders')
    .select(['id', 'channel'])
    .distinctOn('marketplace_id')
    .where('store_id', '=', store.id)
    .where('state', 'in', ['shipped', 'completed'])
    .orderBy('marketplace_id')
    .orderBy('state', 'desc')
    .orderBy('source_created_at', 'desc')
    .execute();
  const yesterday = new Date(ctx.clock.now().getTime() - 86_400_000);
  const earlier = { ...ctx, clock: { ...ctx.clock, now: () => yesterday } };
  const printer = { storeId: store.id, userId: owner.userId };
  for (const { id, channel } of orders) {
    const hasLabels = ctx.connectors[channelKind.parse(channel)].labels !== undefined;
    await recordPrint(earlier, printer, hasLabels ? 'print_label_at' : 'print_invoice_at', [id]);
  }
}

const listed = z.array(
  z.object({
    listing_id: z.string(),
    variant_id: z.string(),
    sku: z.string(),
    quantity: z.number(),
    status: z.string(),
  }),
);

interface ShelfEdit {
  readonly channel: ChannelKind;
  /** Index of the listing among the shop's listings on sale. */
  readonly place: number;
  edit(quantity: number): Readonly<Record<string, number>>;
  /** Units that a member removes in Evenstock at the same time. */
  units(quantity: number): number;
}

/**
 * Makes edits at the marketplaces directly: a quantity changed by hand on Lazada, and a Shopee campaign that reserves more units
 * than exist. Both listings are read at once, so that the screens show the differences.
 */
async function disturbShops(
  ctx: Context,
  marketplaces: Marketplaces,
  owner: Actor,
  store: DemoStore,
  shops: readonly ConnectedShop[],
): Promise<void> {
  const edits: readonly ShelfEdit[] = [
    { channel: 'lazada', place: 1, edit: (quantity) => ({ quantity: quantity + 7 }), units: () => 0 },
    {
      channel: 'shopee',
      place: 2,
      edit: (quantity) => ({ reserved: quantity }),
      units: (quantity) => -Math.ceil(quantity / 2),
    },
  ];
  for (const { channel, place, edit, units } of edits) {
    const shop = shops.find((connected) => connected.channel === channel);
    if (shop === undefined) continue;
    const path = `/control/${channel}/${shop.shop}/listings`;
    const listings = listed.parse(await marketplaces.call('GET', path));
    const onSale = listings.filter(
      ({ status, quantity }) => /^(normal|active)$/i.test(status) && quantity > 10,
    );
    const chosen = onSale[place];
    if (chosen === undefined) throw new Error(`The demo's ${channel} shop sells too little.`);
    await marketplaces.call('PATCH', `${path}/${chosen.variant_id}`, edit(chosen.quantity));
    await readListings(
      ctx,
      { storeId: store.id, marketplaceId: shop.marketplaceId },
      [chosen.listing_id],
      'normal',
    );
    await adjustListed(ctx, owner, store, { ...shop, sku: chosen.sku, units: units(chosen.quantity) });
  }
}

async function adjustListed(
  ctx: Context,
  owner: Actor,
  store: DemoStore,
  listed: { readonly marketplaceId: number; readonly sku: string; readonly units: number },
): Promise<void> {
  if (listed.units === 0) return;
  const listing = await ctx.db
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('marketplace_id', '=', listed.marketplaceId)
    .where('sku', '=', listed.sku)
    .executeTakeFirstOrThrow();
  await adjustQuantity(ctx, {
    storeId: store.id,
    variantId: listing.variant_id,
    userId: owner.userId,
    units: listed.units,
  });
}

const subscribed = z.object({ id: z.string() });

/** Gives the store a subscription, because it has more merged listings than are free. */
async function subscribe(
  ctx: Context,
  marketplaces: Marketplaces,
  owner: Actor,
  store: DemoStore,
): Promise<void> {
  if (!isBillingOn(ctx)) return;
  const wish = { store_id: store.id, email: owner.email };
  const { id } = subscribed.parse(await marketplaces.call('POST', '/control/payments/subscriptions', wish));
  await followPayment(ctx, id);
}

/** The average numbers of merged listings in the previous months. */
const pastMonths = [
  { before: 3, average: 9.4 },
  { before: 2, average: 64.25 },
  { before: 1, average: 112.87 },
] as const;

/** Writes the figures of the previous months, which are normally counted daily, and counts today. */
async function countPastMonths(ctx: Context, store: DemoStore): Promise<void> {
  const now = ctx.clock.now();
  const months = pastMonths.map(({ before, average }) => {
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1));
    return {
      store_id: store.id,
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      average_merged_hundredths: Math.round(average * 100),
      created_at: at,
    };
  });
  await ctx.db
    .insertInto('monthly_subscription_infos')
    .values(months)
    .onConflict((conflict) => conflict.columns(['store_id', 'year', 'month']).doNothing())
    .execute();
  await countMergedListings(ctx);
}
