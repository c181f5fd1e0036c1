import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { OrderAction } from '@evenstock/contract/orders/orders';
import type { TroubleProfile } from '@evenstock/sandbox/trouble/profiles.rules';
import { sql } from 'kysely';
import { Refusal } from '../../api/routing.ts';
import { unmergeListing } from '../../modules/catalog/merges/unmerge-listing.ts';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import type { Market } from '../market.ts';
import type { DriftRecord } from './drift-record.ts';
import type { KeptBackUnits } from './kept-units.ts';
import type { Prng } from './prng.ts';

/** What kinds of things happen in a run. */
export interface FaultProfile {
  readonly faults: boolean;
  readonly handEdits: boolean;
  /** Hand edits only where nothing else happens to the listing: each of them counts exactly once. */
  readonly stillEdits: boolean;
  readonly merges: boolean;
  readonly campaigns: boolean;
  readonly scarce: boolean;
  readonly kills: boolean;
  /** Consent, sync and tokens are taken away and given back. */
  readonly interruptions: boolean;
  /** A backup is put back. */
  readonly restores: boolean;
  /** Shops show fewer units than there are, and members change how many. */
  readonly safety: boolean;
  /** Two of the SKUs are sets of the others. */
  readonly sets: boolean;
  /** Lists lack products, units change hands, and lines change, without a call of ours. */
  readonly drifts: boolean;
  /** Notices arrive, listings are read without a reason, and orders of long ago once more: what heals what else went wrong. */
  readonly healers: boolean;
  /** A profile of the sandbox, instead of faults that come and go at random. */
  readonly trouble: TroubleProfile | null;
  /** For how long orders are hidden at most, in seconds. */
  readonly hiddenLongest: number;
}

export interface Sku {
  readonly code: string;
  /** Hand edits happen to this one only. */
  readonly isEdited: boolean;
  /** What a set is made of at first; null: it is none. */
  readonly parts: Composition | null;
}

/** Units by the code of each part. */
export type Composition = ReadonlyMap<string, number>;

/** What the sellers and buyers of a run did, to be checked at its end. */
export interface ActionRecord {
  /** Adjustments by members, by SKU. */
  readonly adjusted: Map<string, number>;
  /** Hand edits, by SKU: how far each went. */
  readonly edits: Map<string, number[]>;
  /** What sellers typed where nothing else happened. */
  readonly certain: {
    readonly sku: string;
    readonly units: number;
    readonly channels: readonly ChannelKind[];
    readonly at: number;
  }[];
  /** From when on cancelled units of a SKU are not given back. */
  readonly frozen: Map<string, number>;
  /** Changes of orders by buyers, and by the seller in the seller centre: `number instant`. */
  readonly played: Set<string>;
  /** What members restocked. */
  readonly restocks: {
    readonly channel: ChannelKind;
    readonly sku: string;
    readonly number: string;
    readonly units: number;
  }[];
  /** SKUs whose quantity nobody and nothing told for certain when the recovery log was lost. */
  readonly untold: Set<string>;
  readonly keptBack: KeptBackUnits;
  readonly drifts: DriftRecord;
  /** All that each set was made of, one after the other. */
  readonly compositions: Map<string, Composition[]>;
  /** How often members asked for each action. */
  readonly acts: Map<OrderAction, number>;
  readonly log: string[];
}

export interface Stage {
  readonly market: Market;
  readonly prng: Prng;
  /** Decides when reads answer old numbers. */
  readonly age: Prng;
  readonly skus: readonly Sku[];
  readonly record: ActionRecord;
  readonly userId: number;
}

/** Adds a line to the account of a run. */
export function say({ record, market }: Stage, text: string): void {
  record.log.push(`${market.clock.now().toISOString().slice(11, 23)} ${text}`);
}

/** A buyer buys one to three units of one or two SKUs, if enough are on sale. */
export function buy(stage: Stage): void {
  const { market, prng, skus } = stage;
  const shop = prng.pick(market.shops);
  const chosen = prng.chance(0.2) ? [prng.pick(skus), prng.pick(skus)] : [prng.pick(skus)];
  const isSentBy = (code: string) => stage.record.drifts.kept.has(`${shop.channel} ${code}`);
  // Who sends an order is one and the same for all of it.
  const together = chosen.filter(({ code }) => isSentBy(code) === isSentBy(chosen[0]?.code ?? ''));
  const lines = [...new Set(together)].map(({ code }) => ({ sku: code, quantity: prng.whole(1, 3) }));
  try {
    const wish = { lines, paid: prng.chance(0.85), self_collect: prng.chance(0.1) };
    const { number } = market.sandbox.control.placeOrder(shop.channel, shop.shop, wish);
    say(
      stage,
      `buyer at ${shop.channel}: ${lines.map((l) => `${String(l.quantity)} ${l.sku}`).join(', ')} (${number})`,
    );
  } catch {
    say(stage, `buyer at ${shop.channel} found too few of ${lines.map((l) => l.sku).join(', ')}`);
  }
}

const orderEvents = [
  'pay', 'cancel', 'cancel', 'cancel', 'ship', 'request_cancellation', 'withdraw_cancellation', 'deliver', 'collect',
] as const; // oxfmt-ignore

/** Something happens to one of the latest orders of a shop. */
export function changeOrder(stage: Stage): void {
  const { market, prng } = stage;
  const shop = prng.pick(market.shops);
  const orders = market.sandbox.control.orders(shop.channel, shop.shop, 6);
  if (orders.length === 0) return;
  const order = prng.pick(orders);
  const event = prng.pick(orderEvents);
  const part = event === 'cancel' && prng.chance(0.3) ? order.lines[0] : undefined;
  playEvent(stage, shop.channel, order, event, part && { lines: [{ sku: part.sku, quantity: 1 }] });
}

type Control = Market['sandbox']['control'];

/**
 * A buyer, or the seller in the seller centre, does something to an order, if it is possible.
 * @param asked the units meant, and whether they are put back; unless given, all of them in the usual way
 */
export function playEvent(
  stage: Stage,
  channel: ChannelKind,
  { number }: Pick<ReturnType<Control['order']>, 'number'>,
  event: Parameters<Control['orderEvent']>[3],
  asked: Parameters<Control['orderEvent']>[4] = {},
): void {
  const { control } = stage.market.sandbox;
  const { shop } = stage.market.shop(channel);
  const before = control.storedOrder(channel, shop, number).events.length;
  try {
    control.orderEvent(channel, shop, number, event, asked);
    const units = (asked.lines ?? []).map(({ sku, quantity }) => ` ${String(quantity)} ${sku}`).join('');
    say(stage, `order ${number} at ${channel}: ${event}${units}`);
  } catch {
    say(stage, `order ${number} at ${channel}: ${event} is not possible`);
  }
  for (const { at } of control.storedOrder(channel, shop, number).events.slice(before))
    stage.record.played.add(`${number} ${String(at)}`);
}

function offer({ market }: Stage, channel: ChannelKind, sku: string) {
  const { shop } = market.shop(channel);
  const found = market.sandbox.control.listings(channel, shop).find((listing) => listing.sku === sku);
  if (found === undefined) throw new Error(`There is no ${sku} at ${channel}.`);
  return { shop, ...found };
}

/** The seller types another number into a shop's page. */
export function edit(stage: Stage): void {
  const { market, prng, skus, record } = stage;
  // A number that is typed into a shop of a set counts for nothing.
  const edited = skus.filter(({ isEdited, parts }) => isEdited || parts !== null);
  if (edited.length === 0) return;
  const { code, parts } = prng.pick(edited);
  const { channel } = prng.pick(market.shops);
  const now = offer(stage, channel, code);
  const quantity = Math.max(now.reserved, now.quantity + prng.whole(-4, 6));
  market.sandbox.control.editListing(channel, now.shop, now.variant_id, { quantity });
  if (parts === null) record.edits.set(code, [...(record.edits.get(code) ?? []), quantity - now.quantity]);
  say(stage, `seller at ${channel} types ${String(quantity)} over ${String(now.quantity)} of ${code}`);
}

/** Channels whose campaigns reserve units of a listing and report them. */
export const reserving: readonly ChannelKind[] = ['shopee', 'lazada'];

/** A campaign sets units aside, or ends. */
export function campaign(stage: Stage): void {
  const { market, prng, skus } = stage;
  const { code } = prng.pick(skus);
  const { channel } = prng.pick(market.shops.filter((shop) => reserving.includes(shop.channel)));
  const now = offer(stage, channel, code);
  const reserved = now.reserved > 0 ? 0 : Math.min(now.quantity, prng.whole(1, 4));
  market.sandbox.control.editListing(channel, now.shop, now.variant_id, { reserved });
  say(stage, `campaign at ${channel} holds ${String(reserved)} of ${code}`);
}

/** A member adds or takes away units. */
export async function adjust(stage: Stage): Promise<void> {
  const { market, prng, skus, record, userId } = stage;
  const { code } = prng.pick(skus.filter(({ parts }) => parts === null));
  const variants = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', code)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
  const variantId = prng.pick(variants).id;
  const units = prng.whole(-2, 5);
  if (units === 0) return;
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units });
  record.adjusted.set(code, (record.adjusted.get(code) ?? 0) + units);
  say(stage, `member adjusts ${code} (variant ${String(variantId)}) by ${String(units)}`);
}

/** A member takes a listing out of its SKU, or joins again what was taken apart. */
export async function mergeOrUnmerge(stage: Stage): Promise<void> {
  const { market, prng, skus, userId } = stage;
  const { code } = prng.pick(skus.filter(({ parts }) => parts === null));
  const { rows } = await sql<{ id: number; variant_id: number }>`
    select l.id, l.variant_id from variant_listings l where l.sku = ${code} and l.deleted_at is null order by l.id`.execute(
    market.ctx.db,
  );
  const variants = new Set(rows.map((row) => row.variant_id));
  if (variants.size > 1) {
    const quantity = prng.pick(['highest', 'lowest'] as const);
    try {
      await market.merge(code, quantity);
      say(stage, `member merges ${code}, ${quantity}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(stage, `member may not merge ${code}: ${error.message}`);
    }
  } else {
    const listing = prng.pick(rows);
    await unmergeListing(market.ctx, { id: market.storeId }, { userId }, listing.id);
    say(stage, `member unmerges listing ${String(listing.id)} of ${code}`);
  }
}

const writeFaults = ['error_500', 'error_after_commit', 'timeout', 'half_batch'] as const;

/** Qoo10's key is renewed by a person alone, and no person of the simulation does: an end of it would end the shop. */
function renewed<Fault>({ market }: Stage, fault: Fault): (Fault & { readonly channel: ChannelKind })[] {
  return market.shops
    .filter(({ channel }) => channel !== 'qoo10')
    .map(({ channel }) => ({ ...fault, channel }));
}

/** The longest time for which an order is hidden, in seconds. */
export const HIDDEN_LONGEST = 300;
/** Shorter than any channel's lag, in seconds: no sale is booked as an edit before its order is listed. */
export const HIDDEN_SHORT = 55;

/** The marketplaces have trouble of some kinds for a while. */
export function blow(stage: Stage, { hiddenLongest }: FaultProfile): void {
  const { market, prng } = stage;
  const rate = () => 0.02 + prng.fraction() * 0.12;
  const faults: Parameters<typeof market.sandbox.control.setFaults>[0] = [
    ...writeFaults.map((kind) => ({ kind, rate: rate() })),
    { kind: 'late_write', rate: rate() / 2, after: prng.whole(16, 59) },
    { kind: 'slow', rate: rate() / 2, after: prng.whole(2, 9) },
    { kind: 'truncate', rate: rate() / 2 },
    { kind: 'html', rate: rate() / 2 },
    { kind: 'throttle', rate: rate() },
    { kind: 'expire_token', rate: rate() / 8 },
    { kind: 'drop_webhook', rate: rate() * 2 },
    { kind: 'duplicate_webhook', rate: rate(), after: prng.whole(1, 40) },
    { kind: 'reorder_webhook', rate: rate() * 2, after: prng.whole(5, 90) },
    {
      kind: 'hidden_order',
      rate: rate() * 2,
      after: Math.min(
        prng.chance(0.25) ? prng.whole(60, HIDDEN_LONGEST) : prng.whole(5, HIDDEN_SHORT),
        hiddenLongest,
      ),
    },
  ];
  const some = [...faults.filter(() => prng.chance(0.6)), ...oldAnswers(stage)];
  market.sandbox.control.setFaults(
    some.flatMap((fault) => (fault.kind === 'expire_token' ? renewed(stage, fault) : [fault])),
  );
  say(stage, `faults: ${some.map((fault) => fault.kind).join(', ') || 'none'}`);
}

/** Reads of now and then, or all of one shop, answer the numbers of up to a minute ago. */
function oldAnswers({ market, age }: Stage): Parameters<typeof market.sandbox.control.setFaults>[0] {
  if (age.chance(0.4)) return [];
  const after = age.whole(3, OLDEST_ANSWER);
  if (age.chance(0.6)) return [{ kind: 'stale_read', rate: 0.1 + age.fraction() * 0.4, after }];
  return [{ kind: 'stale_read', channel: age.pick(market.shops).channel, after }];
}

/** A little less than what any channel's reads are taken to be as old as. */
const OLDEST_ANSWER = 58;

export function calm({ market }: Stage): void {
  market.sandbox.control.setFaults([]);
}

/** From now on cancelled units of a SKU are not given back. */
export async function freeze(stage: Stage): Promise<void> {
  const { market, prng, skus, record } = stage;
  const { code } = prng.pick(skus);
  if (record.frozen.has(code)) return;
  const now = market.clock.now();
  record.frozen.set(code, now.getTime());
  await sql`update variants set disable_restock = true, disable_restock_since = ${now} where sku = ${code}`.execute(
    market.ctx.db,
  );
  say(stage, `member switches disable_restock of ${code} on`);
}
