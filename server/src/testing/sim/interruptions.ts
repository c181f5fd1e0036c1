import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { after } from '../../platform/time/time-spans.ts';
import { Refusal, type Actor } from '../../api/routing.ts';
import { authoriseShop } from '../../modules/connections/authorisation/authorise-shop.ts';
import { switchSync } from '../../modules/stores/store/switch-sync.ts';
import { typedNameOf } from '../market.ts';
import type { Stage } from './actors.ts';
import type { Prng } from './prng.ts';
import type { Violation } from './violation.ts';

/*
 * What takes a shop away for a while: its seller's consent, the store's sync, a token that is refused twice.
 */

/** Of a run so far. */
export interface Interruptions {
  /** Shops without their seller's consent. */
  readonly without: Set<ChannelKind>;
  isSyncOff: boolean;
}

const RATE_LIMITER_WAIT_MS = 10_000;

export const noInterruptions = (): Interruptions => ({ without: new Set(), isSyncOff: false });

const actorOf = ({ userId }: Stage): Actor => ({
  userId,
  sessionId: 0,
  email: 'member@market.test',
  role: 'member',
});

function say({ record, market }: Stage, text: string): void {
  record.log.push(`${market.clock.now().toISOString().slice(11, 23)} ${text}`);
}

/** Something is taken away, or given back. */
export async function interrupt(stage: Stage, now: Interruptions, prng: Prng): Promise<void> {
  const { channel, shop } = prng.pick(stage.market.shops);
  const choice = prng.fraction();
  if (choice < 0.3) {
    refuseTwice(stage, channel);
  } else if (choice < 0.5) {
    await setSync(stage, now, now.isSyncOff);
  } else if (now.without.has(channel)) {
    await giveConsent(stage, now, channel);
  } else {
    stage.market.sandbox.control.revoke(channel, shop);
    now.without.add(channel);
    say(stage, `seller at ${channel} takes the consent back`);
  }
}

/** Everything is given back. */
export async function giveBack(stage: Stage, now: Interruptions): Promise<void> {
  for (const channel of [...now.without]) {
    while (!(await giveConsent(stage, now, channel))) stage.market.clock.advance(RATE_LIMITER_WAIT_MS);
  }
  if (now.isSyncOff) await setSync(stage, now, true);
}

/** A token is refused, and so is the one that takes its place. Qoo10's is exchanged for the seller's own keys, as often as need be. */
function refuseTwice(stage: Stage, channel: ChannelKind): void {
  const { control } = stage.market.sandbox;
  const others = control.faults().map(({ rule }) => rule);
  control.setFaults([...others, { channel, kind: 'expire_token', rate: 1, count: 2 }]);
  say(stage, `${channel} refuses two tokens in a row`);
}

async function setSync(stage: Stage, now: Interruptions, isOn: boolean): Promise<void> {
  const { ctx, storeId } = stage.market;
  await switchSync(ctx, actorOf(stage), storeId, isOn);
  now.isSyncOff = !isOn;
  say(stage, `member switches sync ${isOn ? 'on' : 'off'}`);
}

/** @returns false while earlier calls wait at the rate limiter: a person would press the button again */
async function giveConsent(stage: Stage, now: Interruptions, channel: ChannelKind): Promise<boolean> {
  const { ctx, storeId, sandbox } = stage.market;
  const { shop, marketplaceId } = stage.market.shop(channel);
  // The marketplaces' own trouble is not what this is about: a person would press the button again.
  const faults = sandbox.control.faults().map(({ rule }) => rule);
  sandbox.control.setFaults([]);
  const given = sandbox.control.grant(channel, shop, { state: 'again' });
  const shopName = typedNameOf(channel, shop);
  const wanted = { storeId, marketplaceId, channel, shopName, clockOffsetMs: 0 };
  try {
    await authoriseShop(ctx, actorOf(stage), wanted, given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(stage, `seller at ${channel} has to wait before the consent is given again`);
    return false;
  } finally {
    sandbox.control.setFaults(faults);
  }
  now.without.delete(channel);
  say(stage, `seller at ${channel} gives the consent again`);
  return true;
}

/** G7, in seconds: a read, asked for each half minute, the channel's lag, and a poll. */
export function longestHold(channels: readonly ChannelKind[], paced: number): number {
  const lag = Math.max(...channels.map((channel) => connectors[channel].facts.ordersVisibleWithin));
  return 30 + lag + 30 + paced;
}

/**
 * G7: no listing of a shop that answers is held for longer, whatever became of its pushes.
 * A listing whose units the marketplace keeps is left out, and one that came back since.
 * A shop whose marketplace asks us to slow down is left out: it is polled later.
 */
export async function checkHolds({ market }: Stage, seconds: number): Promise<Violation[]> {
  const since = after(market.clock.now(), -seconds * 1000);
  const { rows } = await sql<{ channel: string; sku: string; since: Date | null; read: Date | null }>`
    select m.channel, l.sku, s.hold_since as since, s.hold_read_at as read
    from listing_stocks s join variant_listings l on l.id = s.variant_listing_id and l.deleted_at is null
    join marketplaces m on m.id = s.marketplace_id
    where s.held and s.kept_since is null and coalesce(s.hold_since < ${since}, true) and not exists (
      select from marketplace_pulls p where p.marketplace_id = m.id and p.kind = 'orders' and p.state = 'running'
        and p.resume_at > ${market.clock.now()})
    order by l.id`.execute(market.ctx.db);
  return rows.map(({ channel, sku, since, read }) => ({
    promise: 'G7',
    account: `${sku} of ${channel} is held since ${String(since?.toISOString())}, read ${String(read?.toISOString())}, longer than ${String(seconds)} s after its shop answered.`,
  }));
}
