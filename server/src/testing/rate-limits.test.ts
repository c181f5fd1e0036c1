import type { Access, Connector } from '@evenstock/connectors/kit/connector';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTransport } from '../modules/marketplaces/channel-transport.ts';
import { openConnection } from '../modules/marketplaces/open-connection.ts';
import { openPool } from '../platform/database.ts';
import { createMarket, type Market } from './market.ts';

/*
 * The limiter in simulated time, against marketplaces that keep their own limits where they publish them. Of those that publish none
 * the limit declared is held to by counting.
 */

interface Work {
  readonly name: string;
  run(access: Access, connector: Connector, market: Market): Promise<unknown>;
}

const hour = 3_600_000;
/** Between two kinds of work: long enough for what was taken to be there again where that matters. */
const rest = 60_000;
/** Five minutes at ten calls a second; of a faster group as many. */
const mostCalls = 2_400;

/** What goes on all day: writing stock, reading it, polling orders and changed listings, looking at the account. */
const works: readonly Work[] = [
  {
    name: 'writes stock',
    async run(access, connector, market) {
      const [line] = await listings(market);
      if (line === undefined) throw new Error('There is no listing.');
      const sentAt = access.http.now();
      return connector.stock.push(access, [
        { ...line, quantity: 10, compareFrom: 10, attemptKey: crypto.randomUUID(), sentAt },
      ]);
    },
  },
  {
    name: 'reads stock',
    run: async (access, connector, market) => connector.stock.read(access, await listings(market)),
  },
  {
    name: 'polls orders',
    run(access, connector) {
      const now = access.http.now();
      return connector.orders.page(access, null, { from: new Date(now.getTime() - hour), to: now });
    },
  },
  { name: 'looks at the account', run: (access, connector) => connector.account.describe(access) },
];

let known: { market: Market; lines: Awaited<ReturnType<typeof readListings>> } | null = null;
async function listings(market: Market) {
  if (known?.market !== market) known = { market, lines: await readListings(market) };
  return known.lines;
}

async function readListings({ ctx }: Market) {
  const { rows } = await sql<{ itemId: string; variantId: string; stockRef: Record<string, string> }>`
    select channel_item_id as "itemId", channel_variant_id as "variantId", stock_ref as "stockRef" from variant_listings
    order by id`.execute(ctx.db);
  return rows;
}

interface Sent {
  readonly at: number;
  readonly group: string;
  readonly cost: number;
}

/** Two workers, each with connections of its own, and a record of what they sent. */
async function workers(market: Market, sent: Sent[]) {
  const { ctx } = market;
  const [shop] = market.shops;
  if (shop === undefined) throw new Error('There is no shop.');
  const second = openPool({ ...ctx.database.connection, max: 2 }, () => undefined);
  const { app, connector, credentials } = await openConnection(ctx, shop.marketplaceId);
  const accesses = [ctx.db, second.db].map((db): Access => {
    const transport = openTransport(
      { ...ctx, db },
      {
        channel: shop.channel,
        limits: connector.limits,
        appId: app.id,
        shop: credentials.shopId,
        urgency: 'stock_down',
        clockOffsetMs: 0,
      },
    );
    const http: Access['http'] = {
      now: () => transport.now(),
      async send(request) {
        const reply = await transport.send(request);
        sent.push({ at: reply.began.getTime(), group: request.group, cost: request.cost ?? 1 });
        return reply;
      },
    };
    return { app, credentials, http };
  });
  return { accesses, connector, close: () => second.close() };
}

/** What was answered as too fast, in whatever words. */
const tooFast = /throttled|too many requests|quotaexceeded|too_many|ApiCallLimit|error_busy/i;

/** The most that was sent beyond what a full bucket and its refilling allow, over any stretch of time. */
function excess(sent: readonly Sent[], limit: { perSecond: number; burst: number }): number {
  let level = 0;
  let last = 0;
  let most = 0;
  for (const { at, cost } of sent) {
    level = Math.max(0, level - ((at - last) / 1000) * limit.perSecond) + cost;
    last = at;
    most = Math.max(most, level - Math.max(limit.burst, cost));
  }
  return most;
}

async function play(channel: ChannelKind, share: number, seconds: number): Promise<void> {
  let refusals = 0;
  const market = await createMarket({ channels: [channel], skus: { TEE: 10 }, travelMs: () => 0 });
  const sent: Sent[] = [];
  const crew = await workers(market, sent);
  market.setNetwork(async (_call, go) => {
    const response = await go();
    if (response.status === 429 || tooFast.test((await response.clone().text()).slice(0, 400))) refusals += 1;
    return response;
  });
  try {
    const busy = new Set<string>();
    for (const work of works) {
      market.clock.advance(rest);
      sent.length = 0;
      await work.run(crew.accesses[0] ?? never(), crew.connector, market);
      const [group = ''] = sent.map((one) => one.group);
      if (busy.has(group) || sent.some((one) => one.group !== group)) continue;
      busy.add(group);
      const limit = crew.connector.limits[group] ?? never();
      const cost = sent.reduce((sum, one) => sum + one.cost, 0);
      const calls = sent.length;
      const pause = (cost / (limit.perSecond * share)) * 1000;
      market.clock.advance(rest);
      sent.length = 0;
      const began = market.clock.now().getTime();
      const times = Math.max(1, Math.floor(Math.min((seconds * 1000) / pause, mostCalls / calls)));
      for (let time = 0; time < times; time += 1) {
        const due = began + time * pause;
        if (due > market.clock.now().getTime()) market.clock.set(new Date(due));
        await work.run(crew.accesses[time % 2] ?? never(), crew.connector, market);
      }
      const told = `${channel}, ${work.name}`;
      expect(refusals, told).toBe(0);
      expect(excess(sent, limit), told).toBeLessThan(1);
      // Below the limit nobody waits.
      const took = market.clock.now().getTime() - began;
      if (share < 1) expect(took, told).toBeLessThanOrEqual(seconds * 1000 + pause);
    }
    expect(busy.size, [...busy].join()).toBeGreaterThan(0);
  } finally {
    await crew.close();
    await market.close();
  }
}

function never(): never {
  throw new Error('There is always one.');
}

it.each(channelKinds)(
  '%s: at four fifths of each limit for five minutes, two workers are never told to slow down, and never wait',
  (channel) => play(channel, 0.8, 300),
  300_000,
);

it.each(channelKinds)(
  '%s: two workers that would go three times as fast are held to the limit, and never told to slow down',
  (channel) => play(channel, 3, 10),
  120_000,
);
