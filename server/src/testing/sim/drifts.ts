import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { playEvent, say, type Stage } from './actors.ts';
import { driftKinds, type DriftKind, type KeptListing } from './drift-record.ts';
import type { Prng } from './prng.ts';

/*
 * What marketplaces and sellers do without a call: lists lack products, listings and orders move to the marketplace's warehouse and
 * back, lines of an order change, and units are put back on sale at the shop, or are not.
 */

/** The channels where each of these things can be seen: where they tell it, and the sandbox can do it. */
const seenAt: Record<DriftKind, readonly ChannelKind[]> = {
  short_list: channelKinds,
  keep: ['shopee', 'lazada', 'amazon-sg'],
  give_back: ['shopee', 'lazada', 'amazon-sg'],
  assign: ['shopee', 'lazada', 'tiktok', 'tokopedia', 'amazon-sg'],
  renumber: ['shopee', 'lazada', 'shopify'],
  remove: ['shopee', 'lazada', 'shopify'],
  edit_units: ['shopify'],
  restock: ['shopify'],
  do_not_restock: ['shopify'],
};
const CHOICES = 6;

type Control = Stage['market']['sandbox']['control'];
type ShopOrder = ReturnType<Control['order']>;

/** One of these things happens, if it is possible. */
export function drift(
  stage: Stage,
  prng: Prng,
  { keepsListings }: { readonly keepsListings: boolean },
): Promise<void> {
  const possible = driftKinds.filter(
    (kind) =>
      stage.market.shops.some(({ channel }) => seenAt[kind].includes(channel)) &&
      (keepsListings || (kind !== 'keep' && kind !== 'give_back')),
  );
  return acts[prng.pick(possible)](stage, prng);
}

const acts: Record<DriftKind, (stage: Stage, prng: Prng) => Promise<void>> = {
  short_list: (stage, prng) => {
    const { control } = stage.market.sandbox;
    const { channel } = prng.pick(stage.market.shops);
    const kind = prng.pick(['empty_list', 'short_list'] as const);
    const rules = control.faults().map(({ rule }) => rule);
    control.setFaults([...rules, { channel, kind, count: prng.whole(1, 3) }]);
    return done(stage, 'short_list', `${channel} answers ${kind}`);
  },
  keep: (stage, prng) => {
    const channel = pickOf(stage, prng, seenAt.keep);
    if (channel === null) return Promise.resolve();
    const { code } = prng.pick(stage.skus);
    const key = `${channel} ${code}`;
    if (stage.record.drifts.kept.has(key)) return Promise.resolve();
    setKeeper(stage, channel, code, 'marketplace');
    const since = stage.market.clock.now().getTime();
    stage.record.drifts.kept.set(key, { channel, sku: code, since });
    return done(stage, 'keep', `${channel} takes ${code} into its own warehouse`);
  },
  give_back: async (stage, prng) => {
    const kept = [...stage.record.drifts.kept.values()];
    if (kept.length > 0) await giveListingBack(stage, prng.pick(kept));
  },
  assign: async (stage, prng) => {
    const chosen = pickOrder(stage, prng, seenAt.assign, ({ lines }) =>
      lines.every((line) => !isKept(stage, line.variant_id)),
    );
    if (chosen === null) return;
    const { channel, order } = chosen;
    const isKnown = await isRecorded(stage, channel, order);
    if (!isKnown && prng.chance(0.6)) return;
    const to = order.lines.some(({ kept_by: keptBy }) => keptBy === 'marketplace') ? 'seller' : 'marketplace';
    if (!edit(stage, channel, order, { kept_by: to })) return;
    if (!isKnown) order.lines.forEach((line) => doubt(stage, line));
    const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
    const { assigned } = stage.record.drifts;
    assigned.set(order.number, (assigned.get(order.number) ?? 0) + units);
    await done(stage, 'assign', `order ${order.number} of ${channel} is assigned to the ${to}`);
  },
  renumber: (stage, prng) => {
    const chosen = pickOrder(stage, prng, seenAt.renumber, mayReline(stage, 'renumber'));
    if (chosen === null) return Promise.resolve();
    const { channel, order } = chosen;
    const { sku } = prng.pick(order.lines);
    if (!edit(stage, channel, order, { lines: [{ sku, renumbered: true }] })) return Promise.resolve();
    stage.record.drifts.relined.set(order.number, 'renumber');
    return done(
      stage,
      'renumber',
      `the line of ${sku} in order ${order.number} of ${channel} has another id`,
    );
  },
  remove: async (stage, prng) => {
    const chosen = pickOrder(
      stage,
      prng,
      seenAt.remove,
      (order) => isUntouched(order) && order.lines.length > 1,
    );
    if (chosen === null) return;
    const { channel, order } = chosen;
    const isKnown = await isRecorded(stage, channel, order);
    const line = prng.pick(order.lines);
    const { sku } = line;
    if (!edit(stage, channel, order, { lines: [{ sku, removed: true }] })) return;
    if (!isKnown) doubt(stage, line);
    await done(stage, 'remove', `the line of ${sku} in order ${order.number} of ${channel} is removed`);
  },
  edit_units: async (stage, prng) => {
    const chosen = pickOrder(stage, prng, seenAt.edit_units, mayReline(stage, 'edit_units'));
    if (chosen === null) return;
    const { channel, order } = chosen;
    const isKnown = await isRecorded(stage, channel, order);
    const { sku, quantity: before } = prng.pick(order.lines);
    const quantity = prng.whole(1, before + 2);
    if (quantity === before || !edit(stage, channel, order, { lines: [{ sku, quantity }] })) return;
    stage.record.drifts.relined.set(order.number, 'edit_units');
    const at = stage.market.clock.now().getTime();
    if (quantity < before) stage.record.drifts.takenOut.push({ channel, sku, units: before - quantity, at });
    if (!isKnown) doubt(stage, { sku, quantity: Math.abs(quantity - before) });
    const text = `${String(quantity)} instead of ${String(before)} ${sku} are ordered in ${order.number} of ${channel}`;
    await done(stage, 'edit_units', text);
  },
  restock: (stage, prng) => {
    const chosen = pickOrder(stage, prng, seenAt.restock, (order) => order.return_requested);
    if (chosen === null) return Promise.resolve();
    playEvent(stage, chosen.channel, chosen.order, 'return', { restock: true });
    return done(stage, 'restock', `the seller restocks what came back of ${chosen.order.number}`);
  },
  do_not_restock: (stage, prng) => {
    const chosen = pickOrder(stage, prng, seenAt.do_not_restock, isUntouched);
    if (chosen === null) return Promise.resolve();
    const { channel, order } = chosen;
    const { sku } = prng.pick(order.lines);
    playEvent(stage, channel, order, 'cancel', { restock: false, lines: [{ sku, quantity: 1 }] });
    return done(stage, 'do_not_restock', `1 ${sku} of ${order.number} is refunded, and not restocked`);
  },
};

/** Listings that a marketplace keeps come back to the seller, most of them, after everybody had the time to learn of it. */
export async function giveListingsBack(stage: Stage, prng: Prng): Promise<void> {
  for (const kept of [...stage.record.drifts.kept.values()])
    if (prng.chance(0.7)) await giveListingBack(stage, kept);
}

async function giveListingBack(stage: Stage, { channel, sku, since }: KeptListing): Promise<void> {
  const { kept, doubts } = stage.record.drifts;
  const isKnown = await isKnownToBeKept(stage, channel, sku);
  setKeeper(stage, channel, sku, 'seller');
  kept.delete(`${channel} ${sku}`);
  // Kept and back between two answers: what happened there meanwhile is an edit by hand, or is not seen.
  if (!isKnown) doubts.push(...unitsMovedSince(stage, channel, sku, since));
  await done(stage, 'give_back', `${channel} gives ${sku} back${isKnown ? '' : ', and nobody knew of it'}`);
}

async function isKnownToBeKept({ market }: Stage, channel: ChannelKind, sku: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select s.kept_since is not null as known from listing_stocks s join variant_listings l on l.id = s.variant_listing_id
    where l.marketplace_id = ${market.shop(channel).marketplaceId} and l.sku = ${sku}`.execute(market.ctx.db);
  return rows[0]?.known === true;
}

/** Whether the lines of an order are recorded as they are now, with who sends them. */
async function isRecorded(
  { market }: Stage,
  channel: ChannelKind,
  { number, lines }: ShopOrder,
): Promise<boolean> {
  const { rows } = await sql<{ sku: string; seller: boolean }>`
    select i.sku, coalesce(i.kept_by, 'seller') = 'seller' as seller
    from order_items i join orders o on o.id = i.order_id
    where o.marketplace_id = ${market.shop(channel).marketplaceId} and o.number = ${number}`.execute(
    market.ctx.db,
  );
  return lines.every((line) =>
    rows.some(({ sku, seller }) => sku === line.sku && seller === (line.kept_by === 'seller')),
  );
}

/** Units that left a listing's number and came back, or the other way round, between two states that were read: an edit by hand. */
function doubt(
  { record }: Stage,
  { sku, quantity }: { readonly sku: string; readonly quantity: number },
): void {
  record.drifts.doubts.push({ sku, units: -quantity }, { sku, units: quantity });
}

/** Each event of an order that the listing's number, or what is expected of it, has and the other has not. */
function unitsMovedSince(
  { market }: Stage,
  channel: ChannelKind,
  sku: string,
  since: number,
): { readonly sku: string; readonly units: number }[] {
  const { control } = market.sandbox;
  const { shop } = market.shop(channel);
  return control.orders(channel, shop).flatMap(({ number }) => {
    const { events, lines } = control.storedOrder(channel, shop, number);
    const line = lines.find((one) => one.sku === sku);
    if (line === undefined) return [];
    return events
      .filter(({ at, name }) => at >= since && ['place', 'cancel', 'reinstate', 'edit'].includes(name))
      .flatMap(({ units }) => {
        const moved = units?.[line.id] ?? line.quantity;
        return [-moved, moved].map((one) => ({ sku, units: one }));
      });
  });
}

function setKeeper({ market }: Stage, channel: ChannelKind, sku: string, keptBy: 'seller' | 'marketplace') {
  const { control } = market.sandbox;
  const { shop } = market.shop(channel);
  const listing = control.listings(channel, shop).find((one) => one.sku === sku);
  if (listing === undefined) throw new Error(`There is no ${sku} at ${channel}.`);
  control.editListing(channel, shop, listing.variant_id, { kept_by: keptBy });
}

/** Whether the marketplace keeps the units of a listing. */
function isKept({ market }: Stage, variantId: string): boolean {
  return market.shops.some(({ channel, shop }) =>
    market.sandbox.control
      .listings(channel, shop)
      .some((one) => one.variant_id === variantId && one.kept_by === 'marketplace'),
  );
}

const pickOf = ({ market }: Stage, prng: Prng, channels: readonly ChannelKind[]): ChannelKind | null => {
  const possible = market.shops.filter(({ channel }) => channels.includes(channel));
  return possible.length === 0 ? null : prng.pick(possible).channel;
};

function pickOrder(
  stage: Stage,
  prng: Prng,
  channels: readonly ChannelKind[],
  isMeant: (order: ShopOrder) => boolean,
): { readonly channel: ChannelKind; readonly order: ShopOrder } | null {
  const channel = pickOf(stage, prng, channels);
  if (channel === null) return null;
  const { shop } = stage.market.shop(channel);
  const orders = stage.market.sandbox.control.orders(channel, shop, CHOICES).filter(isMeant);
  return orders.length === 0 ? null : { channel, order: prng.pick(orders) };
}

/** Nothing of it was sent, cancelled or assigned anew. */
const isUntouched = ({ stage, lines }: ShopOrder): boolean =>
  (stage === 'unpaid' || stage === 'ready') &&
  lines.every((line) => line.cancelled === 0 && line.kept_by === 'seller');

const mayReline =
  ({ record }: Stage, how: 'renumber' | 'edit_units') =>
  (order: ShopOrder): boolean =>
    isUntouched(order) && (record.drifts.relined.get(order.number) ?? how) === how;

/** Edits an order that is still to be sent. @returns whether it could be */
function edit(
  { market }: Stage,
  channel: ChannelKind,
  { number, stage }: ShopOrder,
  change: Parameters<Control['editOrder']>[3],
): boolean {
  if (stage !== 'unpaid' && stage !== 'ready') return false;
  try {
    market.sandbox.control.editOrder(channel, market.shop(channel).shop, number, change);
    return true;
  } catch {
    return false;
  }
}

function done(stage: Stage, kind: DriftKind, text: string): Promise<void> {
  const { times } = stage.record.drifts;
  times.set(kind, (times.get(kind) ?? 0) + 1);
  say(stage, text);
  return Promise.resolve();
}
