import { troubleProfiles, type TroubleProfile } from '@evenstock/sandbox/trouble/profiles.rules';
import { hasCluster } from '../database.ts';
import setUp from '../global-setup.ts';
import { pageOf } from './ledger.ts';
import { runSeed } from './run-seed.ts';

/*
 * npm run sim -- --seeds 1000 [--from 1] [--actions 60] plays many seeds; npm run sim -- --seed 17 plays one and tells every
 * step of it. With --restores a backup of the database is put back in each of them,
 * with --safety shops keep units back in each, with --sets two SKUs are made of others.
 * With --profile campaign there is a profile of trouble instead of faults at random, played to its end.
 * With --ledger it lists which of the states that are named in sometimes.ts were reached; --reached prints them for programs.
 * With --again each is played twice, and has to take the same steps.
 */

function numberAfter(flag: string): number | null {
  const place = process.argv.indexOf(flag);
  return place === -1 ? null : Number(process.argv[place + 1]);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const one = numberAfter('--seed');
const actions = numberAfter('--actions') ?? 60;
const from = one ?? numberAfter('--from') ?? 1;
const count = one === null ? (numberAfter('--seeds') ?? 100) : 1;
// The tests' processes share one cluster.
const tearDown = hasCluster() ? () => Promise.resolve() : await setUp();
/** @throws Error for a profile that the sandbox has not */
function askedProfile(): TroubleProfile | null {
  const place = process.argv.indexOf('--profile');
  if (place === -1) return null;
  const name = process.argv[place + 1] ?? '';
  const profile = troubleProfiles.find((one) => one === name.replaceAll('-', '_'));
  if (profile === undefined)
    throw new Error(`There is no profile ${name}: there are ${troubleProfiles.join(', ')}.`);
  return profile;
}

const has = (flag: string): boolean => process.argv.includes(flag);
const trouble = askedProfile();
const playing = {
  actions,
  restores: has('--restores'),
  safety: has('--safety'),
  sets: has('--sets'),
  trouble,
};
const isPlayedAgain = has('--again');
const failed = new Set<number>();
const asked = new Map<string, number>();
const drifted = new Map<string, number>();
const reachedTimes = new Map<string, number>();
const began = process.hrtime.bigint();
try {
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations, log, steps, profile, acts, drifts, reached } = await runSeed(seed, playing);
    for (const name of reached) reachedTimes.set(name, (reachedTimes.get(name) ?? 0) + 1);
    for (const [act, times] of acts) asked.set(act, (asked.get(act) ?? 0) + times);
    for (const [kind, times] of drifts) drifted.set(kind, (drifted.get(kind) ?? 0) + times);
    if (one !== null) {
      say(JSON.stringify(profile));
      for (const line of log) say(line);
    }
    if (isPlayedAgain) {
      const again = await runSeed(seed, playing);
      const isSame = again.log.join('\n') === log.join('\n');
      say(`seed ${String(seed)} takes ${isSame ? 'the same' : 'other'} ${String(log.length)} steps again`);
      if (!isSame) failed.add(seed);
    }
    if (violations.length === 0) continue;
    failed.add(seed);
    say(`seed ${String(seed)} (${String(steps)} steps) breaks ${String(violations.length)} promises:`);
    for (const { promise, account } of violations) say(`  ${promise}  ${account}`);
    const named = trouble === null ? [] : [`--profile ${trouble}`];
    const flags = [...['--restores', '--safety', '--sets'].filter(has), ...named].join(' ');
    if (one === null)
      say(`  npm run sim -- --seed ${String(seed)} --actions ${String(actions)} ${flags} tells every step`);
  }
} finally {
  await tearDown();
}
const seconds = Number((process.hrtime.bigint() - began) / 1_000_000_000n);
say(`members asked for: ${[...asked].map(([act, times]) => `${act} ${String(times)}`).join(', ')}`);
say(`changed without a call: ${[...drifted].map(([kind, times]) => `${kind} ${String(times)}`).join(', ')}`);
if (has('--ledger')) say(pageOf(reachedTimes));
if (has('--reached')) say(`reached: ${JSON.stringify(Object.fromEntries(reachedTimes))}`);
say(`${String(count - failed.size)} of ${String(count)} seeds keep every promise (${String(seconds)} s)`);
process.exitCode = failed.size === 0 ? 0 : 1;
