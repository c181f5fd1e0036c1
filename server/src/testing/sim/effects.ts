import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { showsWithin } from '../../modules/actions/action-state.rules.ts';
import { callMarketplace } from '../../modules/connections/calls/call-marketplace.ts';
import type { Stage } from './actors.ts';
import type { Violation } from './violation.ts';

type StoredEvent = ReturnType<Stage['market']['sandbox']['control']['storedOrder']>['events'][number];

interface AskedAction {
  readonly number: string;
  readonly channel: ChannelKind;
  readonly marketplace: number;
  readonly kind: string;
  readonly state: string;
  readonly reason: string | null;
  /** The code of the message of a refusal by Evenstock. */
  readonly code: string | null;
  readonly returned: string | null;
  /** Milliseconds since its last call was sent; null: none was. */
  readonly age: number | null;
}

/** What is unknown is checked at least so often. */
const LONGEST_CHECK_MS = 300_000;

const named =
  (...names: readonly StoredEvent['name'][]) =>
  ({ name }: StoredEvent): boolean =>
    names.includes(name);

/** Kinds of actions that have one effect at a marketplace, and what is seen of it there. */
const effects: readonly {
  readonly kinds: readonly string[];
  readonly count: (ours: readonly StoredEvent[], all: readonly StoredEvent[], channel: ChannelKind) => number;
  /** It may be found done though somebody else did it; null: goods come first, so it may be seen later. */
  readonly byOthers: ((event: StoredEvent) => boolean) | null;
}[] = [
  // What the buyer collected is found shipped.
  { kinds: ['order.ship'], count: arranged, byOthers: named('pack', 'ship', 'collect') },
  {
    kinds: ['order.ready_to_collect'],
    count: (ours) => times(ours, 'pack'),
    byOthers: named('pack', 'ship', 'collect'),
  },
  {
    kinds: ['order.confirm_pickup'],
    count: (ours) => times(ours, 'collect'),
    byOthers: named('ship', 'collect'),
  },
  {
    kinds: ['order.cancel', 'order.accept_cancellation'],
    count: (ours) => timesOfUnit(ours, 'cancel'),
    byOthers: named('cancel'),
  },
  {
    kinds: ['order.reject_cancellation'],
    count: (ours) => times(ours, 'reject_cancellation'),
    // A request also ends where a part of the order is cancelled.
    byOthers: (event) =>
      named('reject_cancellation', 'withdraw_cancellation')(event) ||
      (event.name === 'cancel' && event.units !== undefined),
  },
  { kinds: ['order.accept_return'], count: (ours) => timesOfUnit(ours, 'return'), byOthers: null },
  { kinds: ['order.dispute_return'], count: (ours) => timesOfUnit(ours, 'reject_return'), byOthers: null },
];

const times = (events: readonly StoredEvent[], name: StoredEvent['name']): number =>
  events.filter((event) => event.name === name).length;

/**
 * Parcels of a carrier are packed first and may be packed again; others leave at once. The sandbox also records an order that a
 * Tokopedia seller has only accepted as packed: its courier ships it later.
 */
function arranged(ours: readonly StoredEvent[], all: readonly StoredEvent[], channel: ChannelKind): number {
  const packed = times(ours, 'pack') - times(ours, 'unpack');
  const isOnlyAccepted = channel === 'tokopedia' && times(all, 'ship') + times(all, 'cancel') === 0;
  return packed > 0 && !isOnlyAccepted ? packed : times(ours, 'ship');
}

/** How often it happened to the same units: some marketplaces take one line a call. */
function timesOfUnit(ours: readonly StoredEvent[], name: StoredEvent['name']): number {
  const found = ours.filter((event) => event.name === name);
  const whole = found.filter(({ units }) => units === undefined).length;
  const byLine = new Map<string, number>();
  for (const { units } of found) {
    for (const [line, count] of Object.entries(units ?? {}))
      if (count > 0) byLine.set(line, (byLine.get(line) ?? 0) + 1);
  }
  return whole + Math.max(0, ...byLine.values());
}

/** P5: each action that a member asked for has an outcome, the marketplace shows that outcome, and none took effect twice. */
export async function checkEffects(stage: Stage): Promise<Violation[]> {
  const asked = await askedActions(stage);
  const names = [...new Set(asked.map(({ channel, number }) => `${channel} ${number}`))];
  const broken = names.flatMap((name) =>
    checkOrder(
      stage,
      asked.filter(({ channel, number }) => `${channel} ${number}` === name),
    ),
  );
  return [...broken, ...(await checkAnswers(stage, asked)), ...(await checkRestocks(stage))];
}

async function askedActions({ market }: Stage): Promise<AskedAction[]> {
  const { rows } = await sql<AskedAction>`
    select o.number, m.channel, m.id as marketplace, a.kind, a.state, a.outcome_reason as reason,
      a.outcome_message ->> 'code' as code,
      a.asked ->> 'channel_return_id' as returned,
      (extract(epoch from ${market.clock.now()}::timestamptz - a.sent_at) * 1000)::double precision as age
    from marketplace_actions a join orders o on o.id = a.subject_id join marketplaces m on m.id = o.marketplace_id
    where a.subject_type = 'Order' order by a.id`.execute(market.ctx.db);
  return rows;
}

function checkOrder({ market, record }: Stage, asked: readonly AskedAction[]): Violation[] {
  const [first] = asked;
  if (first === undefined) return [];
  const { channel, number } = first;
  const { events } = market.sandbox.control.storedOrder(channel, market.shop(channel).shop, number);
  const isTheirs = ({ at, by }: StoredEvent) =>
    by === 'system' || record.played.has(`${number} ${String(at)}`);
  const ours = events.filter((event) => !isTheirs(event));
  return effects.flatMap(({ kinds, count, byOthers }): Violation[] => {
    const actions = asked.filter(({ kind }) => kinds.includes(kind));
    if (actions.length === 0) return [];
    const done = actions.filter(({ state }) => state === 'done').length;
    const open = actions.filter(({ state }) => state !== 'done' && state !== 'refused');
    // Until a call can no longer land, nobody knows.
    const bound = showsWithin(market.ctx.connectors[channel].facts, 'Order') * 1000 + LONGEST_CHECK_MS;
    const isOverdue = open.some(({ age }) => age === null || age > bound);
    const happened = count(ours, events, channel);
    // What somebody else did, or an earlier action of ours, is found done.
    const mayBeTheirs = byOthers === null || events.some((event) => isTheirs(event) && byOthers(event));
    const isTrue = done === 0 || happened > 0 || mayBeTheirs;
    // Once an order is cancelled, its marketplace does not tell what else was done to it before.
    const isCancelled = !kinds.includes('order.cancel') && times(events, 'cancel') > 0;
    const isHidden = happened <= actions.length && isCancelled;
    const cut = actions.filter((action) => wasCut(action)).length;
    const isShown = isTrue && (happened <= done + open.length + cut || isHidden);
    if (!isOverdue && isShown) return [];
    return [
      {
        promise: 'P5',
        account: `Order ${number} of ${channel}: ${kinds.join(' or ')} took effect ${String(happened)} times; its actions here: ${actions.map(said).join(', ')}. There: ${events.map(({ name, by, at }) => `${name} by ${by}${isTheirs({ name, by, at }) ? '' : ' (ours)'}`).join(', ')}.`,
      },
    ];
  });
}

/** Whether the action was refused after a part of it took effect. */
function wasCut({ channel, kind, code }: AskedAction): boolean {
  if (code === 'refusals.done_in_part') return true;
  // Qoo10 cancels line by line: a line may be shipped before its turn.
  if (channel === 'qoo10') return code === 'refusals.cancelled_in_part';
  // Lazada packs a parcel by the first of two calls. It stays packed if the second one is refused.
  const isPackedOnly = code === 'actions.not_authorised' || code === 'refusals.packed_not_ready';
  return channel === 'lazada' && kind === 'order.ship' && isPackedOnly;
}

const said = ({ state, reason }: AskedAction): string => (reason === null ? state : `${state} (${reason})`);

/** An answered return does not wait for the same answer any more. */
async function checkAnswers({ market }: Stage, asked: readonly AskedAction[]): Promise<Violation[]> {
  const broken: Violation[] = [];
  for (const { channel, number, marketplace, kind, returned, state } of asked) {
    if (returned === null || state !== 'done') continue;
    const found = await callMarketplace(market.ctx, marketplace, 'normal', (access, { returns }) =>
      returns === undefined ? Promise.resolve(null) : returns.read(access, returned),
    );
    if (found !== null && found.state !== 'pending') continue;
    const account = `The return ${returned} of order ${number} at ${channel} is ${found?.rawState ?? 'gone'} after ${kind}.`;
    broken.push({ promise: 'P5', account });
  }
  return broken;
}

/** What members restocked is on sale again, once, and no more than came back. */
async function checkRestocks({ market, record }: Stage): Promise<Violation[]> {
  const { rows } = await sql<{ channel: ChannelKind; number: string; units: number }>`
    select m.channel, o.number, sum(i.restocked_by_hand)::integer as units
    from order_items i join orders o on o.id = i.order_id join marketplaces m on m.id = o.marketplace_id
    group by m.id, o.id having sum(i.restocked_by_hand) > 0 order by o.id`.execute(market.ctx.db);
  const acknowledged = record.restocks.reduce((sum, { units }) => sum + units, 0);
  const kept = rows.reduce((sum, { units }) => sum + units, 0);
  const lost: Violation[] =
    kept === acknowledged
      ? []
      : [
          {
            promise: 'P5',
            account: `Members restocked ${String(acknowledged)} units, the orders say ${String(kept)}.`,
          },
        ];
  const tooMany = rows.flatMap(({ channel, number, units }): Violation[] => {
    const { lines } = market.sandbox.control.order(channel, market.shop(channel).shop, number);
    const back = lines.reduce((sum, line) => sum + line.returned, 0);
    if (units <= back) return [];
    const account = `Of order ${number} of ${channel} ${String(units)} units were restocked, ${String(back)} came back.`;
    return [{ promise: 'P5', account }];
  });
  return [...lost, ...tooMany];
}
