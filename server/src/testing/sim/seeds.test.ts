import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { troubleProfiles } from '@evenstock/sandbox/trouble/profiles.rules';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chosenSeeds, currentCommit, parted, troubledSeeds } from './chosen-seeds.ts';
import { driftKinds } from './drift-record.ts';
import { pageOf } from './ledger.ts';
import { sometimes } from './sometimes.ts';

const isLong = process.env['EVENSTOCK_LONG'] === '1';
const PROCESSES = 2;
/** How many things people do in one seed; many seeds find more than long ones. */
const ACTIONS = isLong ? 30 : 16;
/** The same where a profile is played to its end: what members do is spread over it. */
const ACTIONS_IN_TROUBLE = isLong ? 16 : 8;

/** How many seeds reached each of the states that sometimes happen. */
const reached = new Map<string, number>();

function noteReached(output: string): void {
  const line = /^reached: (.*)$/m.exec(output)?.[1] ?? '{}';
  for (const [name, times] of Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(line))))
    reached.set(name, (reached.get(name) ?? 0) + times);
}

/** Plays seeds in a process of their own: two of these keep two processors busy, and no more. */
function play(
  { from, count }: { readonly from: number; readonly count: number },
  { actions = ACTIONS, flags = [] }: { readonly actions?: number; readonly flags?: readonly string[] } = {},
): Promise<{ code: number | null; output: string }> {
  const main = join(import.meta.dirname, 'main.ts');
  const range = ['--seeds', String(count), '--from', String(from), '--actions', String(actions)];
  const seeds = [...range, '--reached', ...flags];
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', main, ...seeds]);
  let output = '';
  const hear = (text: Buffer): void => {
    output += text.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      noteReached(output);
      resolve({ code, output });
    });
  });
}

const chosen = chosenSeeds(currentCommit(), isLong);
/** Always the same ones: each was looked at, since a backup that is put back loses some of what the promises rest on. */
const restored = isLong
  ? [
      { from: 1, count: 48 },
      { from: 5015, count: 1 },
    ]
  : [{ from: 18, count: 2 }];
/** Where a marketplace's products are read one by one, several at once; and with all marketplaces. */
const playedAgain = isLong ? [7, 19] : [7];
/** Actions that members certainly ask for in the seeds of one run. */
const playedActs = [
  'ship',
  'cancel',
  'move_to_completed',
  ...(isLong
    ? ['accept_cancellation', 'ready_to_collect', 'confirm_pickup', 'accept_return', 'restock']
    : []),
];
/** What certainly changes at the marketplaces without a call; a short run may lack the others. */
const playedDrifts = isLong ? driftKinds : (['short_list', 'assign', 'renumber', 'keep'] as const);
const outputs: string[] = [];
process.stdout.write(`Playing ${chosen.count} seeds from ${chosen.from} on.\n`);

describe('every promise is kept, whatever happens in between', () => {
  it.concurrent.each(parted(chosen, PROCESSES))('in $count seeds from $from on', async (seeds) => {
    const { code, output } = await play(seeds);
    outputs.push(output);
    expect(code, output).toBe(0);
  });

  it('and members do to orders what is offered to them', () => {
    const asked = outputs.flatMap((output) =>
      (/^members asked for: (.*)$/m.exec(output)?.[1] ?? '').split(', '),
    );
    const acts = new Set(asked.map((act) => act.replace(/ \d+$/, '')));
    expect(playedActs.filter((act) => !acts.has(act))).toEqual([]);
  });

  it('and things change at the marketplaces without a call', () => {
    const lines = outputs.map((output) => /^changed without a call: (.*)$/m.exec(output)?.[1] ?? '');
    expect(playedDrifts.filter((kind) => !lines.some((line) => line.includes(`${kind} `)))).toEqual([]);
  });
});

describe('beside them', { concurrent: true }, () => {
  it.each(restored)(
    'promises are kept though a backup is put back on the way, in $count seeds from $from on',
    async (seeds) => {
      const { code, output } = await play(seeds, { flags: ['--restores'] });
      expect(code, output).toBe(0);
    },
  );

  it.each(playedAgain)('seed %i plays the same steps whenever it is played', async (seed) => {
    const { code, output } = await play({ from: seed, count: 1 }, { flags: ['--again'] });
    expect(code, output).toBe(0);
    const steps = /takes the same (\d+) steps again/.exec(output)?.[1];
    expect(Number(steps)).toBeGreaterThan(500);
  });
});

/** Each part in a process after the other: the longest profiles are apart. */
const troubled = troubledSeeds(currentCommit(), isLong);
const parts = [0, 1].map((part) => troubleProfiles.toReversed().filter((_, index) => index % 2 === part));

describe('trouble as it comes ends with a calm in which every promise is kept', { concurrent: true }, () => {
  it.each(parts)('in %s, %s, %s and more', async (...profiles) => {
    for (const profile of profiles) {
      const how = { actions: ACTIONS_IN_TROUBLE, flags: ['--profile', profile] };
      const { code, output } = await play(troubled, how);
      expect(code, output).toBe(0);
    }
  });
});

// The long run alone plays enough seeds for it.
if (isLong)
  describe('what sometimes happens', () => {
    it('has happened in some of the seeds', () => {
      process.stdout.write(`${pageOf(reached)}\n`);
      expect([...sometimes.keys()].filter((name) => !reached.has(name))).toEqual([]);
    });
  });

describe('what sometimes happens is named', () => {
  it('once, at least sixty times', () => {
    expect(sometimes.size).toBeGreaterThanOrEqual(60);
  });
});

describe('the seeds of a run', () => {
  it('are the same for a commit, others for another, and there without git', () => {
    const [one, other] = ['1f'.repeat(20), '2e'.repeat(20)];
    expect(chosenSeeds(one, false)).toEqual(chosenSeeds(one, false));
    expect(chosenSeeds(one, false)).not.toEqual(chosenSeeds(other, false));
    expect(chosenSeeds(one, true)).toEqual({ ...chosenSeeds(one, false), count: 200 });
    expect(chosenSeeds(null, false)).toEqual({ from: 1, count: 64 });
  });

  it('hold each world eight times, whichever is the first, and none is left out between processes', () => {
    const seeds = chosenSeeds('c0ffee'.repeat(7), false);
    const all = parted(seeds, PROCESSES).flatMap(({ from, count }) =>
      Array.from({ length: count }, (_, index) => from + index),
    );
    expect(all).toEqual(Array.from({ length: seeds.count }, (_, index) => seeds.from + index));
    for (let world = 0; world < 8; world += 1)
      expect(all.filter((seed) => seed % 8 === world)).toHaveLength(8);
  });
});
