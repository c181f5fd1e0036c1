import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { createSandbox } from '../sandbox.ts';
import { changesAt, planOf, rulesAt, troubleProfiles, type TroubleProfile } from './profiles.rules.ts';

const drifts = (['unknown value', 'new key', 'renamed'] as const).flatMap((kind) =>
  ['one', 'other'].map((about) => ({ kind, about, calls: ['orders'], patch: [] })),
);
const channels = channelKinds.map((channel, index) => ({ channel, renewsTokens: index > 0, drifts }));
const seeds = Array.from({ length: 25 }, (_, index) => index + 1);
const kindsAt = (profile: TroubleProfile, seed: number, second: number): string[] =>
  rulesAt(planOf(profile, seed, channels), second).map(({ kind }) => kind);

describe('a profile of trouble', () => {
  it.each(troubleProfiles)('%s is the same for a seed, another for others, and ends', (profile) => {
    const plans = seeds.map((seed) => planOf(profile, seed, channels));
    expect(plans).toEqual(seeds.map((seed) => planOf(profile, seed, channels)));
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBeGreaterThan(20);
    for (const plan of plans) {
      expect(plan.seconds).toBeGreaterThan(20 * 60);
      expect(plan.spells.every(({ from, until }) => from < until && until <= plan.seconds)).toBe(true);
      expect(rulesAt(plan, plan.seconds)).toEqual([]);
      expect(changesAt(plan, plan.seconds)).toEqual([]);
    }
  });

  it('campaign: refusals for 30 to 120 seconds at a time, late and double notices, reads of a minute ago', () => {
    for (const seed of seeds) {
      const { spells, seconds } = planOf('campaign', seed, channels);
      const bursts = spells.filter(({ rules }) => rules.some(({ kind }) => kind === 'throttle'));
      expect(bursts.length).toBeGreaterThan(3);
      for (const { from, until } of bursts) {
        expect(until - from).toBeLessThanOrEqual(120);
        expect(until === seconds || until - from >= 30).toBe(true);
      }
      expect(kindsAt('campaign', seed, 1_000)).toEqual(
        expect.arrayContaining(['slow', 'reorder_webhook', 'duplicate_webhook', 'stale_read']),
      );
    }
  });

  it('maintenance: a web page of 503 for 20 minutes, then what was held', () => {
    const { spells } = planOf('maintenance', 3, channels);
    const [page] = spells.filter(({ rules }) => rules.some(({ kind }) => kind === 'html'));
    expect(page?.rules).toMatchObject([{ kind: 'html', rate: 1, status: 503 }]);
    expect((page?.until ?? 0) - (page?.from ?? 0)).toBe(1_200);
    expect(kindsAt('maintenance', 3, (page?.until ?? 0) + 1)).toContain('throttle');
  });

  it('regional: one marketplace for two hours, and no other', () => {
    const { spells } = planOf('regional', 4, channels);
    expect(spells.map(({ from, until }) => until - from)).toEqual([7_200]);
    expect(new Set(spells.flatMap(({ rules }) => rules.map(({ channel }) => channel))).size).toBe(1);
  });

  it('bad day: no token ends that a person alone can renew', () => {
    const ended = seeds
      .flatMap((seed) => planOf('bad_day', seed, channels).spells)
      .flatMap(({ rules }) => rules)
      .filter(({ kind }) => kind === 'expire_token');
    expect(new Set(ended.map(({ channel }) => channel))).toEqual(
      new Set(channels.filter(({ renewsTokens }) => renewsTokens).map(({ channel }) => channel)),
    );
  });

  it('drift: from a minute on, a value, a key and a name of no document', () => {
    const plan = planOf('drift', 5, channels);
    expect(changesAt(plan, plan.changes.from - 1)).toEqual([]);
    const kinds = (channel: ChannelKind) =>
      changesAt(plan, plan.changes.from).flatMap((one) => (one.channel === channel ? [one.kind] : []));
    expect(kinds('shopee')).toEqual(['unknown value', 'new key', 'renamed']);
  });
});

describe('switched on', () => {
  const start = Date.UTC(2026, 10, 20, 2);
  const state = z.object({
    setting: z.object({ seed: z.number(), profile: z.string().optional() }).nullable(),
    trouble: z.object({ profile: z.string(), seconds_left: z.number(), ends_at: z.string() }).nullable(),
  });

  function open() {
    let now = start;
    const sandbox = createSandbox({
      seed: 1,
      content: 'none',
      clock: { now: () => new Date(now), advance: (milliseconds) => (now += milliseconds) },
      corpus: [],
    });
    const put = (body: unknown) =>
      sandbox.fetch(`${sandbox.address}/control/wild`, { method: 'PUT', body: JSON.stringify(body) });
    const get = async () =>
      state.parse(await (await sandbox.fetch(`${sandbox.address}/control/wild`)).json());
    return { sandbox, put, get, pass: (seconds: number) => (now += seconds * 1000) };
  }

  it('by its name and a seed, it says how long it lasts, and ends automatically', async () => {
    const { sandbox, put, get, pass } = open();
    const { shop } = sandbox.control.addShop({ channel: 'shopify', name: 'Kopi' });
    expect((await put({ profile: 'regional', seed: 4 })).status).toBe(200);
    pass(400);
    const faults = sandbox.control.wild().trouble?.faults ?? [];
    expect(faults.map(({ channel }) => channel)).toEqual(['shopify', 'shopify']);
    const begun = await get();
    expect(begun).toMatchObject({
      setting: { seed: 4, profile: 'regional' },
      trouble: { profile: 'regional', seconds_left: expect.any(Number) as number },
    });
    pass(600);
    const left = begun.trouble?.seconds_left ?? 0;
    expect((await get()).trouble?.seconds_left).toBe(left - 600);
    expect(new Date(begun.trouble?.ends_at ?? '').getTime()).toBe(start + (400 + left) * 1000);
    pass(left - 600);
    expect((await get()).trouble).toBeNull();
    expect(sandbox.control.faults()).toEqual([]);
    expect(shop).toBeDefined();
  });

  it('its faults strike beside those that are set, and end with null', async () => {
    const { sandbox, put, get } = open();
    const { shop } = sandbox.control.addShop({ channel: 'lazada', name: 'Kopi' });
    const status = async () =>
      (
        await (
          await sandbox.fetch(`${sandbox.control.apps().lazada?.hosts['api'] ?? ''}/products/get`)
        ).text()
      ).length;
    sandbox.control.setFaults([{ kind: 'unknown_error', channel: 'lazada' }]);
    const plain = await status();
    await put({ profile: 'liars', seed: 1 });
    expect(await status()).toBe(plain);
    expect((await get()).trouble?.profile).toBe('liars');
    await put(null);
    expect(await get()).toMatchObject({ setting: null, trouble: null });
    expect(shop).toBeDefined();
  });

  it.each([
    [{ profile: 'storm', seed: 1 }, 'There is no profile storm: there are campaign'],
    [{ profile: 7, seed: 1 }, 'There is no profile 7'],
    [{ profile: 'drift' }, 'seed'],
    [{ profile: 'drift', seed: 1.5 }, 'seed'],
    [{ profile: 'drift', seed: 1, sed: 2 }, 'sed'],
    [{ seed: 1, only: ['three'] }, 'The corpus has no entry three.'],
  ])('%j is 422 by its name', async (wish, named) => {
    const { put, get } = open();
    const refused = await put(wish);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(named);
    expect((await get()).trouble).toBeNull();
  });
});

test('an answer trickles a byte a second over HTTP, until its reader gives up', async () => {
  const sandbox = createSandbox({ seed: 1, content: 'none' });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  try {
    sandbox.control.setFaults([{ kind: 'trickle', channel: 'lazada' }]);
    const base = sandbox.control.apps().lazada?.hosts['api'] ?? '';
    const reply = await fetch(`${base}/products/get`, { signal: AbortSignal.timeout(1_500) });
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow(/timeout/);
  } finally {
    await sandbox.close();
  }
});
