import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { after } from '../../platform/time/time-spans.ts';
import type { Stage } from './actors.ts';

/** A listing at rest: nothing of it is in flight, and a difference that a read finds may be booked. */
interface StillListing {
  readonly variant_id: number;
  readonly channel: ChannelKind;
  readonly variantId: string;
  readonly shop: string;
  readonly quantity: number;
  readonly reserved: number;
}

/** Answers are no older. */
const OLDEST_MS = 62_000;

async function stillListings({ market }: Stage, code: string): Promise<StillListing[]> {
  const since = after(market.clock.now(), -OLDEST_MS);
  const { rows } = await sql<{ variant_id: number; channel: ChannelKind }>`
    select l.variant_id, m.channel
    from variant_listings l join marketplaces m on m.id = l.marketplace_id
    join listing_stocks s on s.variant_listing_id = l.id
    join listing_epochs e on e.variant_listing_id = l.id and e.closed_at is null
    where l.sku = ${code} and l.deleted_at is null and e.bookable and not s.held and s.quarantine_until is null
      and e.value_until < ${since} and s.lease_token is null and s.acked_rev = s.target_rev and s.verify_at is null
      and s.kept_since is null and e.unexplained = e.booked + e.joined and e.sure = e.unexplained
    order by l.id`.execute(market.ctx.db);
  return rows.flatMap(({ variant_id, channel }) => {
    const { shop } = market.shop(channel);
    const listing = market.sandbox.control.listings(channel, shop).find(({ sku }) => sku === code);
    if (listing === undefined || listing.kept_by === 'marketplace') return [];
    const { variant_id: variantId, quantity, reserved } = listing;
    return [{ variant_id, channel, variantId, shop, quantity, reserved }];
  });
}

/**
 * The seller types a number into a shop whose listing is at rest, or the same number into all shops: it counts exactly once. Without a
 * listing at rest nothing is typed.
 */
export async function editInStillness(stage: Stage): Promise<void> {
  const { market, prng, skus, record } = stage;
  const edited = skus.find((sku) => sku.isEdited);
  if (edited === undefined) return;
  const { code } = edited;
  const still = await stillListings(stage, code);
  if (still.length === 0) return;
  const one = prng.pick(still);
  const isEverywhere =
    prng.chance(0.5) &&
    still.length === market.shops.length &&
    still.every((other) => other.variant_id === one.variant_id && other.quantity === one.quantity);
  const units = prng.pick([-3, -2, 2, 3, 5, 7]);
  const chosen = isEverywhere ? still : [one];
  if (chosen.some(({ reserved }) => one.quantity + units < Math.max(1, reserved))) return;
  for (const { channel, shop, variantId } of chosen) {
    market.sandbox.control.editListing(channel, shop, variantId, { quantity: one.quantity + units });
  }
  const channels = chosen.map(({ channel }) => channel);
  record.certain.push({ sku: code, units, channels, at: market.clock.now().getTime() });
  record.log.push(
    `seller types ${String(one.quantity + units)} over ${String(one.quantity)} of ${code} at ${chosen.map(({ channel }) => channel).join(', ')}, all still`,
  );
}

/**
 * The edits in stillness that count exactly once: those that a read has seen. A channel that is not read before a write may be written
 * first, which replaces the edit. A restore may lose the read, but not the booking.
 */
export async function seenEdits(stage: Stage): Promise<Stage['record']['certain']> {
  const seen: Stage['record']['certain'][number][] = [];
  for (const edit of stage.record.certain) if (!(await isReplacedUnseen(stage, edit))) seen.push(edit);
  return seen;
}

async function isReplacedUnseen(
  { market }: Stage,
  { sku, channels, at }: Stage['record']['certain'][number],
): Promise<boolean> {
  if (channels.some((channel) => connectors[channel].facts.readBeforeWrite)) return false;
  const { rows } = await sql<{ listings: number; seen: number }>`
    select count(distinct l.id)::integer as listings,
      count(*) filter (where exists (select from jsonb_array_elements(e.reads) r where (r ->> 1)::float8 >= ${at})
        or exists (select from stock_movements s
          where s.cause like 'epoch:' || e.id || ':%' and s.created_at >= to_timestamp(${at}::float8 / 1000)))::integer as seen
    from listing_epochs e join variant_listings l on l.id = e.variant_listing_id join marketplaces m on m.id = l.marketplace_id
    where l.sku = ${sku} and m.channel = any(${channels}) and e.value_until <= to_timestamp(${at}::float8 / 1000)
      and e.closed_at > to_timestamp(${at}::float8 / 1000)`.execute(market.ctx.db);
  const [found = { listings: 0, seen: 0 }] = rows;
  return found.listings === channels.length && found.seen === 0;
}
