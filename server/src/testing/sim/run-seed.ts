import { rmSync } from 'node:fs';
import { connectors } from '@evenstock/connectors/registry';
import type { TroubleProfile } from '@evenstock/sandbox/trouble/profiles.rules';
import { sql } from 'kysely';
import type { Settings } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { createMarket } from '../market.ts';
import { HIDDEN_LONGEST, HIDDEN_SHORT, type FaultProfile, type Sku, type Stage } from './actors.ts';
import { noDrifts, type DriftKind } from './drift-record.ts';
import { giveListingsBack } from './drifts.ts';
import { evidence } from './evidence.ts';
import { checkHolds, longestHold } from './interruptions.ts';
import { nothingKeptBack } from './kept-units.ts';
import { odditiesOf } from './oddities.ts';
import { createPrng } from './prng.ts';
import { channelsOf, profileOf } from './profile.ts';
import { checkExplanations, checkPromises, checkShelves } from './promises.ts';
import { makeSets, setsOf } from './sets.ts';
import { newRecoveryFolder, planRestores } from './restores.ts';
import { Restless, Scheduler } from './scheduler.ts';
import type { Violation } from './violation.ts';
import { inHalfMinutes, inMinutes, lagOf, longAfter } from './waits.ts';
import { gatedNetwork } from './workers.ts';

export interface SeedRun {
  readonly seed: number;
  readonly profile: FaultProfile;
  readonly violations: readonly Violation[];
  readonly log: readonly string[];
  readonly steps: number;
  /** How often members asked for each action. */
  readonly acts: ReadonlyMap<string, number>;
  /** How often each thing changed at the marketplaces without a call. */
  readonly drifts: ReadonlyMap<DriftKind, number>;
  /** What sometimes happens, and happened here. */
  readonly reached: ReadonlySet<string>;
}

/** A poll's period, and a minute of ours. */
const SOON_SECONDS = 120;
/** Until a write is in force at every marketplace; and how often a late one is waited for. */
const IN_FORCE_SECONDS = 130;
const LATE_WRITES = 5;
/** A shop is read and its orders are polled past that, whatever its pace. */
const RECOVERED_AFTER_SECONDS = 480;
/** Where lists come short, every third seed has shops of several pages. */
const CROWDED_EVERY = 3;
const CROWD = 60;
/** Each sets the numbers of one kind of choice apart from all others of the seed. */
const MEMBERS = 0x5419;
const OLD_ANSWERS = 0x01d;
const INTERRUPTIONS = 0x1e77;
const RESTORES = 0xbac0;
const SAFETY = 0x5afe;
const SETS = 0x5e75;
const PARTS = 0x9a27;
const DRIFTS = 0xd21f;

/** Listings are read. */
const KNOWN_AFTER = [130, 310];
/** Listings are read, answers of more than any lag agree, and what they show is polled past and written. */
const LEARNT_AFTER = [130, 310, 130, 310, 130];

/** How a seed is played. */
export interface Playing {
  readonly actions: number;
  /** A backup is put back on the way. Then nothing else is taken away from the shops, and no SKUs are merged. */
  readonly restores?: boolean;
  /** Units are kept back whatever the seed. */
  readonly safety?: boolean;
  /** SKUs are made of others whatever the seed. */
  readonly sets?: boolean;
  /** Trouble as it comes, played to its end; null: faults of many kinds at random. */
  readonly trouble?: TroubleProfile | null;
}

/** Plays one seed to its end and checks the promises. The same seed plays the same steps. */
export async function runSeed(
  seed: number,
  { actions, restores = false, safety = false, sets = false, trouble = null }: Playing,
): Promise<SeedRun> {
  const prng = createPrng(seed);
  const drawn = profileOf(seed);
  const plain = { ...drawn, safety: safety || drawn.safety, sets: sets || drawn.sets };
  const profile =
    trouble !== null
      ? troubled(plain, trouble)
      : restores
        ? {
            ...plain,
            restores,
            drifts: false,
            merges: false,
            interruptions: false,
            healers: true,
            hiddenLongest: HIDDEN_LONGEST,
          }
        : plain;
  const folder = restores ? newRecoveryFolder() : null;
  const codes = ['RED', 'BLUE', 'GREEN'];
  const single = codes.map((code, place): Sku => ({ code, isEdited: place === 0, parts: null }));
  const skus = profile.sets ? [...single, ...setsOf(createPrng(seed ^ SETS), codes)] : single;
  const stock = () => (profile.scarce ? prng.whole(4, 9) : prng.whole(25, 60));
  const channels = channelsOf(seed);
  const market = await createMarket({
    seed,
    channels,
    skus: Object.fromEntries(skus.map(({ code }) => [code, stock()])),
    travelMs: () => prng.whole(5, 400),
    settings: profile.healers ? sweepsIn(trouble) : withoutHealers(profile),
    ...(folder === null ? {} : { recoveryFolder: folder }),
  });
  const isCrowded = trouble === 'bad_day' && seed % CROWDED_EVERY === 0;
  if (isCrowded)
    for (const { channel, shop } of market.shops)
      market.sandbox.control.addListings(channel, shop, { count: CROWD });
  try {
    const stage: Stage = {
      market,
      prng,
      age: createPrng(seed ^ OLD_ANSWERS),
      skus,
      userId: await addMember(market.ctx),
      record: {
        adjusted: new Map(),
        edits: new Map(),
        certain: [],
        frozen: new Map(),
        played: new Set(),
        restocks: [],
        untold: new Set(),
        keptBack: nothingKeptBack(),
        drifts: noDrifts(),
        compositions: new Map(),
        acts: new Map(),
        log: [],
      },
    };
    const oddities = odditiesOf(seed);
    market.sandbox.control.setWild(oddities);
    stage.record.log.push(`answers as in the wild: ${oddities.only.join(', ')}`);
    for (const { code } of skus) await market.merge(code);
    await market.ctx.runJobs();
    if (profile.sets) await makeSets(stage);
    const members = createPrng(seed ^ MEMBERS);
    const interrupting = profile.interruptions ? createPrng(seed ^ INTERRUPTIONS) : null;
    const restoring =
      folder === null
        ? null
        : await planRestores(stage, createPrng(seed ^ RESTORES), {
            actions,
            folder,
            mayLoseLog: !profile.handEdits && !profile.scarce,
          });
    // A booking that was lost with the log is reversed by no order.
    const isLogLost = restoring?.isLogKept === false;
    const hidden = isLogLost ? { ...profile, hiddenLongest: HIDDEN_SHORT } : profile;
    const keeping = profile.safety ? createPrng(seed ^ SAFETY) : null;
    const remaking = profile.sets ? createPrng(seed ^ PARTS) : null;
    const drifting = profile.drifts ? createPrng(seed ^ DRIFTS) : null;
    const others = { members, interrupting, restoring, keeping, remaking, drifting };
    const scheduler = new Scheduler(stage, hidden, prng, others);
    market.setNotices(profile.healers);
    market.setNetwork(gatedNetwork(market.ctx));
    if (trouble !== null) market.sandbox.control.setWild({ ...oddities, profile: trouble });
    const violations: Violation[] = [];
    try {
      await scheduler.play(actions);
      violations.push(...(await checkExplanations(stage)));
      if (profile.interruptions) {
        const paced = Math.max(...channels.map((channel) => connectors[channel].facts.ordersPolledEvery));
        const seconds = longestHold(channels, paced);
        await scheduler.giveBack();
        await scheduler.quieten(inHalfMinutes(seconds));
        violations.push(...(await checkHolds(stage, seconds)));
      }
      if (drifting !== null) {
        if (stage.record.drifts.kept.size > 0) await scheduler.quieten(KNOWN_AFTER);
        await giveListingsBack(stage, drifting);
        // Elsewhere the wait at the end is enough.
        if (!profile.faults) await scheduler.quieten(LEARNT_AFTER);
      }
      if (profile.restores) {
        for (const seconds of [RECOVERED_AFTER_SECONDS, RECOVERED_AFTER_SECONDS]) {
          await scheduler.quieten(inHalfMinutes(seconds));
          await scheduler.attend();
        }
      }
      // Where nothing went wrong, a poll, the channels' own lag and a minute of ours are enough.
      if (!profile.faults) {
        await scheduler.quieten(inMinutes(SOON_SECONDS + Math.max(...channels.map(lagOf))));
        violations.push(...(await checkShelves(stage)));
      }
      await scheduler.quieten(longAfter(channels));
      // What a member asked for may take effect long after, and what follows from it is written later still.
      for (let late = 0; late < LATE_WRITES && (await hasJustMoved(stage)); late += 1)
        await scheduler.quieten([IN_FORCE_SECONDS]);
      violations.push(...(await checkPromises(stage)));
      await scheduler.ledger.lookAtRows();
    } catch (error) {
      if (!(error instanceof Restless)) throw error;
      violations.push({ promise: 'P3', account: error.message });
    }
    return {
      seed,
      profile,
      violations,
      log: violations.length === 0 ? stage.record.log : [...stage.record.log, ...(await evidence(stage))],
      steps: scheduler.steps,
      acts: stage.record.acts,
      drifts: stage.record.drifts.times,
      reached: scheduler.ledger.reached,
    };
  } finally {
    await market.close();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** What was typed or taken away while a marketplace lies is in doubt; orders that a list lacked are found by a healer alone. */
const troubled = (profile: FaultProfile, trouble: TroubleProfile): FaultProfile => ({
  ...profile,
  trouble,
  faults: true,
  stillEdits: false,
  interruptions: false,
  healers: true,
  hiddenLongest: HIDDEN_LONGEST,
});

/** Whole lists are read now and then while they may be short. */
const sweepsIn = (trouble: TroubleProfile | null): Partial<Settings> =>
  trouble === null ? {} : { listingSweepSeconds: 600 };

const NEVER_SECONDS = 1_000_000_000;

/** What a seller types is seen by the reading of listings alone. */
const withoutHealers = ({ handEdits }: FaultProfile): Partial<Settings> => ({
  orderReconcileSeconds: NEVER_SECONDS,
  listingSweepSeconds: NEVER_SECONDS,
  ...(handEdits ? {} : { listingPollSeconds: NEVER_SECONDS }),
});

/** Whether a shop may not show yet what was written last, or what was recorded last is not written yet. */
async function hasJustMoved({ market: { ctx } }: Stage): Promise<boolean> {
  const since = after(ctx.clock.now(), -IN_FORCE_SECONDS * 1000);
  const { rows } = await sql<{ late: boolean }>`
    select exists (select from listing_stock_movements where sent_at > ${since})
      or exists (select from stock_movements where created_at > ${since}) as late`.execute(ctx.db);
  return rows[0]?.late === true;
}

async function addMember({ db, clock }: Stage['market']['ctx']): Promise<number> {
  const now = clock.now();
  const { id } = await db
    .insertInto('users')
    .values({ email: 'member@market.test', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
