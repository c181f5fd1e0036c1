import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { HIDDEN_LONGEST, HIDDEN_SHORT, reserving, type FaultProfile } from './actors.ts';
import { createPrng } from './prng.ts';

const SHOPS = 3;
const WORLDS = 8;
/** In rounds of worlds; odd, so that safety stock and sets meet each kind of hand edits. They are played alone, and together. */
const KEPT_BACK_PERIOD = 5;
const withSafety = [1, 2];
const withSets = [2, 3];
/** Prime to the number of worlds, so that each world comes with all channels too. */
const ALL_CHANNELS_EVERY = 19;

/** The fault profile of a seed; consecutive seeds cover every profile. */
export function profileOf(seed: number): FaultProfile {
  const world = seed % WORLDS;
  const round = Math.floor(seed / WORLDS);
  const stillEdits = world >= 6 && round % 2 === 1;
  const healers = round % 4 < 2;
  return {
    faults: world !== 0,
    kills: world >= 2,
    scarce: world === 2 || world === 5,
    campaigns: world === 3 || world === 7,
    merges: world === 4 || world === 7,
    handEdits: world === 6 || world === 7,
    stillEdits,
    // What is typed while a shop is away counts or does not, so no total is certain.
    interruptions: round % 3 === 2 && !stillEdits,
    restores: false,
    trouble: null,
    safety: withSafety.includes(round % KEPT_BACK_PERIOD),
    drifts: (world + round) % 2 === 0,
    sets: withSets.includes(round % KEPT_BACK_PERIOD),
    healers,
    // What is listed later than a poll looks back for is found by a healer alone.
    hiddenLongest: healers ? HIDDEN_LONGEST : HIDDEN_SHORT,
  };
}

/** The channels of a seed's shops: three, or now and then all of them. Where there are campaigns, one that has such. */
export function channelsOf(seed: number): readonly ChannelKind[] {
  if (seed % ALL_CHANNELS_EVERY === 0) return channelKinds;
  const prng = createPrng(seed ^ 0x5eed);
  const chosen: ChannelKind[] = profileOf(seed).campaigns ? [prng.pick(reserving)] : [];
  while (chosen.length < SHOPS) {
    chosen.push(prng.pick(channelKinds.filter((channel) => !chosen.includes(channel))));
  }
  return chosen;
}
