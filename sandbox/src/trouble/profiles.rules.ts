import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { FaultKind, FaultRule } from '../core/faults.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { DriftChange } from './drift-change.ts';

/*
 * Trouble as it comes: profiles that a seed draws, each with an end. They are data alone; the same seed gives the same trouble at the
 * same second. Spells and lengths are in seconds since the profile was switched on.
 */

export const troubleProfiles = [
  'campaign',
  'maintenance',
  'bad_day',
  'liars',
  'drift',
  'slow_death',
  'regional',
] as const;
export type TroubleProfile = (typeof troubleProfiles)[number];

/** A description of each, for the seller centre. */
export const profileMeanings: Record<TroubleProfile, string> = {
  campaign:
    'Calls are refused for a minute or two at a time, notices come late, twice, in disorder, stock as it was',
  maintenance: 'A marketplace answers a web page for 20 minutes; then everything comes at once',
  bad_day: 'Answers break off, tokens end early, lists are empty or short, rows move between pages',
  liars: 'Success with an error inside, rows that failed, codes of no document',
  drift: 'From a minute on: a status of no document, a new key, a key under another name',
  slow_death: 'Answers come a byte a second',
  regional: 'One marketplace is gone for two hours',
};

/** A marketplace, how its answers may drift, and whether the program can renew its tokens without a person. */
export interface TroubledChannel {
  readonly channel: ChannelKind;
  readonly renewsTokens: boolean;
  readonly drifts: readonly DriftChange[];
}

/** A change of a marketplace's answers. */
export interface ChannelChange extends DriftChange {
  readonly channel: ChannelKind;
}

interface Spell {
  readonly from: number;
  readonly until: number;
  readonly rules: readonly ProfileRule[];
}
export type ProfileRule = Omit<FaultRule, 'count'>;

export interface TroublePlan {
  /** Until its end. */
  readonly seconds: number;
  readonly spells: readonly Spell[];
  /** How answers changed, and from when on. */
  readonly changes: { readonly from: number; readonly list: readonly ChannelChange[] };
}

const MINUTE = 60;
const noChanges: TroublePlan['changes'] = { from: 0, list: [] };

/** What a profile does, for a seed, at marketplaces. */
export function planOf(
  profile: TroubleProfile,
  seed: number,
  channels: readonly TroubledChannel[],
): TroublePlan {
  return plans[profile](createRandom('trouble', profile, seed), channels);
}

/** The faults that hold at a second of a plan. */
export function rulesAt(plan: TroublePlan, second: number): ProfileRule[] {
  if (second < 0 || second >= plan.seconds) return [];
  return plan.spells.flatMap(({ from, until, rules }) => (second >= from && second < until ? rules : []));
}

/** How answers differ at a second of a plan. */
export function changesAt({ seconds, changes }: TroublePlan, second: number): readonly ChannelChange[] {
  return second >= changes.from && second < seconds ? changes.list : [];
}

type Plan = (random: Random, channels: readonly TroubledChannel[]) => TroublePlan;

const plans: Record<TroubleProfile, Plan> = {
  campaign(random, channels) {
    const seconds = 40 * MINUTE;
    const bursts = spellsOf(random, seconds, { lasts: [30, 120], pauses: [60, 300] }, () => [
      { ...somewhere(random, channels), kind: 'throttle', rate: 1 },
    ]);
    const always: ProfileRule[] = [
      // Eight seconds at the 99th percentile.
      { kind: 'slow', rate: 0.01, after: 8 },
      { kind: 'reorder_webhook', rate: 0.6, after: random.between(30, 120) },
      { kind: 'duplicate_webhook', rate: 0.4, after: random.between(1, 60) },
      { kind: 'stale_read', rate: 0.3 + random.fraction() * 0.4, after: 60 },
    ];
    return { seconds, spells: [whole(seconds, always), ...bursts], changes: noChanges };
  },

  maintenance(random, channels) {
    const begins = random.between(30, 240);
    const ends = begins + 20 * MINUTE;
    const seconds = ends + 5 * MINUTE;
    const where = { channel: random.pick(channels).channel };
    const page: ProfileRule = { ...where, kind: 'html', rate: 1, status: 503 };
    // Notices of these minutes are sent at its end, or soon after it.
    const held = Array.from({ length: 20 }, (_, minute): Spell => {
      const from = begins + minute * MINUTE;
      const rules: ProfileRule[] = [
        { ...where, kind: 'reorder_webhook', rate: 1, after: ends + MINUTE - from },
      ];
      return { from, until: from + MINUTE, rules };
    });
    const backlog: ProfileRule[] = [
      { ...where, kind: 'throttle', rate: 0.2 },
      { ...where, kind: 'slow', rate: 0.3, after: 4 },
      { ...where, kind: 'duplicate_webhook', rate: 0.3, after: 5 },
      { ...where, kind: 'stale_read', rate: 0.3, after: 60 },
    ];
    return {
      seconds,
      spells: [
        { from: begins, until: ends, rules: [page] },
        ...held,
        { from: ends, until: seconds, rules: backlog },
      ],
      changes: noChanges,
    };
  },

  bad_day(random, channels) {
    const seconds = 40 * MINUTE;
    const ending = channels
      .filter(({ renewsTokens }) => renewsTokens)
      .map(({ channel }): ProfileRule => ({ channel, kind: 'expire_token', rate: 0.02 }));
    const always: ProfileRule[] = [{ kind: 'truncate', rate: 0.04 + random.fraction() * 0.08 }, ...ending];
    const kinds: readonly FaultKind[] = ['empty_list', 'short_list', 'short_page', 'moved_page'];
    const lists = spellsOf(random, seconds, { lasts: [60, 300], pauses: [0, 120] }, () => [
      {
        ...somewhere(random, channels),
        kind: random.pick(kinds),
        lists: random.pick(['products', 'orders', 'returns', 'all', 'all', 'all'] as const),
        rate: random.pick([0.5, 1]),
      },
    ]);
    return { seconds, spells: [whole(seconds, always), ...lists], changes: noChanges };
  },

  liars(random, channels) {
    const seconds = 30 * MINUTE;
    const always: ProfileRule[] = [
      { kind: 'lying_success', rate: 0.04 + random.fraction() * 0.08 },
      { kind: 'unknown_error', rate: 0.02 + random.fraction() * 0.06 },
      { kind: 'half_batch', rate: 0.1 },
    ];
    const worst = spellsOf(random, seconds, { lasts: [60, 180], pauses: [120, 300] }, () => [
      {
        ...somewhere(random, channels),
        kind: random.pick(['lying_success', 'unknown_error'] as const),
        rate: 0.7,
      },
    ]);
    return { seconds, spells: [whole(seconds, always), ...worst], changes: noChanges };
  },

  drift(random, channels) {
    const seconds = 35 * MINUTE;
    const list = channels.flatMap(({ channel, drifts }) =>
      (['unknown value', 'new key', 'renamed'] as const).flatMap((kind) => {
        const possible = drifts.filter((one) => one.kind === kind);
        return possible.length === 0 ? [] : [{ channel, ...random.pick(possible) }];
      }),
    );
    return { seconds, spells: [], changes: { from: random.between(2, 8) * MINUTE, list } };
  },

  slow_death(random, channels) {
    const seconds = 25 * MINUTE;
    const spells = spellsOf(random, seconds, { lasts: [60, 300], pauses: [60, 180] }, () => [
      { ...somewhere(random, channels), kind: 'trickle', rate: random.pick([0.3, 0.6, 1]) },
    ]);
    return { seconds, spells, changes: noChanges };
  },

  regional(random, channels) {
    const begins = random.between(60, 300);
    const ends = begins + 120 * MINUTE;
    const { channel } = random.pick(channels);
    const gone: ProfileRule[] = [
      { channel, kind: 'timeout', rate: 1 },
      { channel, kind: 'drop_webhook', rate: 1 },
    ];
    return { seconds: ends, spells: [{ from: begins, until: ends, rules: gone }], changes: noChanges };
  },
};

const whole = (seconds: number, rules: readonly ProfileRule[]): Spell => ({ from: 0, until: seconds, rules });

/** One marketplace, or now and then all of them. */
function somewhere(random: Random, channels: readonly TroubledChannel[]): { channel?: ChannelKind } {
  return random.chance(0.3) ? {} : { channel: random.pick(channels).channel };
}

interface Lengths {
  readonly lasts: readonly [number, number];
  readonly pauses: readonly [number, number];
}

/** Spells one after the other, until the end. */
function spellsOf(
  random: Random,
  seconds: number,
  { lasts, pauses }: Lengths,
  rulesOf: () => readonly ProfileRule[],
): Spell[] {
  const spells: Spell[] = [];
  let from = random.between(...pauses);
  while (from < seconds) {
    const until = Math.min(seconds, from + random.between(...lasts));
    spells.push({ from, until, rules: rulesOf() });
    from = until + random.between(...pauses);
  }
  return spells;
}
