import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connectors } from '@evenstock/connectors/registry';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import {
  corpusActs,
  corpusEntry,
  type CorpusAct,
  type CorpusEntry,
} from '@evenstock/sandbox/wild/corpus-entry';
import { describe, expect, it } from 'vitest';
import { sandboxWorld } from '../conformance/sandbox-world.ts';
import { acts } from '../corpus/play-act.ts';
import { compareShops, countOf, linesOf } from './compare-shops.ts';
import { realShop } from './parity-settings.ts';
import { NoReadCall, onlyReading, type Heard } from './read-calls.ts';
import { readShop } from './read-shop.ts';
import { simulatedShop } from './simulated-shop.ts';

const all: readonly CorpusAct[] = Object.values(corpusActs).flat();

async function read(channel: ChannelKind, corpus?: readonly CorpusEntry[]) {
  const { world, access } = await simulatedShop(channel, corpus);
  // A call that the simulator takes for a write has no answer that could be compared.
  await world.control.trouble([{ kind: 'error_500', nature: 'write' }]);
  if (corpus !== undefined) world.setWild({ seed: 1, share: 1, only: corpus.map(({ id }) => id) });
  return { world, found: await readShop(channel, connectors[channel], access) };
}

/** The call of each channel that lists orders, and where one is in its answer. */
const lists: Readonly<Record<ChannelKind, { readonly call: string; readonly path: string }>> = {
  lazada: { call: 'orders/get', path: '/data/orders/0/order_id' },
  shopee: { call: 'order/get_order_list', path: '/response/order_list/0/order_sn' },
  shopify: { call: 'orders', path: '/data/orders/nodes/0/name' },
  tiktok: { call: 'orders/search', path: '/data/orders/0/id' },
  tokopedia: { call: 'order/list', path: '/data/*/order_id' },
  qoo10: { call: 'ItemsLookup.GetAllGoodsInfo', path: '/ResultObject/TotalItems' },
  'amazon-sg': { call: 'searchOrders', path: '/orders/0/orderId' },
};

describe.each(channelKinds)('the forms of answers of %s', (channel) => {
  it('do not differ between two simulators, and reading a shop writes nothing', async () => {
    const one = await read(channel);
    const other = await read(channel);
    const comparison = compareShops(one.found, other.found);
    expect(linesOf(comparison).filter((line) => !line.endsWith(': 0 differences'))).toEqual([]);
    expect(countOf(comparison)).toBe(0);
    expect(comparison.calls.length).toBeGreaterThan(3);
  });

  it('differ where one answer has what the other has not, by its path and its type alone', async () => {
    const { call, path } = lists[channel];
    const odd = corpusEntry.parse({
      id: 'parity-odd',
      channel,
      record: 'order',
      class: 'extra_key',
      about: 'a field that the simulator has not',
      origin: { kind: 'crossed', where: 'a test', seen: '2026-11-29' },
      call,
      patch: [{ op: 'set', path: path.replace(/\w+$/, 'never_seen'), value: 'Tan Ah Kow' }],
      rule: 'a difference is named',
      outcome: { changes: {} },
    });
    const comparison = compareShops((await read(channel, [odd])).found, (await read(channel)).found);
    const said = linesOf(comparison).join('\n');
    expect(said).toMatch(/\$\S*\.never_seen: real text; simulator nothing/);
    expect(said).not.toContain('Tan');
  });

  it('are never asked for by a call that writes', async () => {
    let refused = 0;
    for (const act of all) {
      const world = await sandboxWorld(channel, connectors[channel]);
      const heard: Heard[] = [];
      const { http } = world;
      let isGuarded = false;
      const reading = onlyReading(channel, http, heard);
      const guarded = {
        ...world,
        http: {
          now: http.now,
          send: (request: Parameters<typeof http.send>[0]) => (isGuarded ? reading : http).send(request),
        },
      };
      const prepared = await acts[act](guarded);
      if (prepared === null) continue;
      isGuarded = true;
      const ended: unknown = await prepared.perform().then(
        (results) => results.map(({ outcome }) => outcome),
        (error: unknown) => error,
      );
      expect(ended, act).toBeInstanceOf(NoReadCall);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(1);
  });

  it('are not asked for without a shop: what is needed is named', () => {
    const settings = realShop(channel, {});
    expect('missing' in settings && settings.missing).toContainEqual(
      expect.stringMatching(/^PARITY_ACCESS_TOKEN: /),
    );
  });
});

it('ends with 1 without a shop, and names the settings', async () => {
  const run = promisify(execFile)(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      'tsx',
      new URL('main.ts', import.meta.url).pathname,
      '--channel',
      'shopee',
    ],
    { env: { PATH: process.env['PATH'] } },
  );
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/SHOPEE_PARTNER_ID[\s\S]*SHOPEE_PARTNER_KEY[\s\S]*PARITY_SHOP_ID/),
  });
});
