import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ChannelRequest } from '@evenstock/connectors/kit/http';
import type { RateLimit } from '@evenstock/connectors/kit/rate-limit';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTransport } from '../modules/connections/calls/channel-transport.ts';
import { openConnection } from '../modules/connections/calls/open-connection.ts';
import { openPool } from '../platform/database/database.ts';
import { renewsAccess, works, type Caller, type Work } from './group-calls.ts';
import { createMarket, type Market } from './market.ts';

/*
 * The limiter in simulated time, against marketplaces that keep their own limits where they publish them. If a marketplace publishes none, calls are counted against the declared limit.
 */

/** Between two plays: long enough for what was taken to be there again where that matters. */
const rest = 60_000;

const isLong = process.env['EVENSTOCK_LONG'] === '1';
const wholeSeconds = isLong ? 300 : 60;
/** At a steady rate a full bucket stays full: of what comes faster than this, the first and the last seconds show it. */
const oftenMs = 100;
const edgeSeconds = isLong ? 30 : 15;

interface Sent {
  readonly at: number;
  readonly request: ChannelRequest;
}

const costOf = ({ request }: Sent): number => request.cost ?? 1;

/** Two workers, each with connections of its own, and a record of what they sent. */
interface Crew {
  readonly connector: Connector;
  readonly callers: readonly [Caller, Caller];
  readonly sent: Sent[];
  /** How often a marketplace said that they are too fast. */
  readonly refusals: () => number;
  close(): Promise<void>;
}

async function gather(market: Market): Promise<Crew> {
  const { ctx } = market;
  const shop = market.shops[0] ?? never();
  const second = openPool({ ...ctx.database.connection, max: 4 }, () => undefined);
  const connection = await openConnection(ctx, shop.marketplaceId);
  const { app, connector } = connection;
  let credentials = connection.credentials;
  const sent: Sent[] = [];
  let refusals = 0;
  const seen = new Map<string, ChannelRequest>();
  const listing = await firstListing(market);
  const callerOver = (db: typeof ctx.db): Caller => {
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
        sent.push({ at: reply.began.getTime(), request });
        if (reply.status === 429 || tooFast.test(reply.text.slice(0, 400))) refusals += 1;
        return reply;
      },
    };
    return {
      get access() {
        return { app, credentials, http };
      },
      connector,
      listing,
      seen,
      keep(renewed) {
        credentials = renewed;
      },
    };
  };
  const crew: Crew = {
    connector,
    callers: [callerOver(ctx.db), callerOver(second.db)],
    sent,
    refusals: () => refusals,
    close: () => second.close(),
  };
  await readWholeShop(market, crew);
  for (const { request } of sent) seen.set(request.group, request);
  return crew;
}

async function firstListing({ ctx }: Market): Promise<Caller['listing']> {
  const { rows } = await sql<Caller['listing']>`
    select channel_item_id as "itemId", channel_variant_id as "variantId", stock_ref as "stockRef" from variant_listings
    order by id limit 1`.execute(ctx.db);
  return rows[0] ?? never();
}

async function readWholeShop({ clock }: Market, { connector, callers }: Crew): Promise<void> {
  const { access } = callers[0];
  let page = await connector.listings.page(access, null, null);
  while (page.next !== null) {
    clock.advance(page.waitSeconds * 1000);
    page = await connector.listings.page(access, page.next, null);
  }
}

/** The most that was sent beyond what a full bucket and its refilling allow, over any stretch of time. */
function excess(sent: readonly Sent[], limit: RateLimit): number {
  let level = 0;
  let last = 0;
  let most = 0;
  for (const one of sent) {
    level = Math.max(0, level - ((one.at - last) / 1000) * limit.perSecond) + costOf(one);
    last = one.at;
    most = Math.max(most, level - Math.max(limit.burst, costOf(one)));
  }
  return most;
}

/** A group's work, how often it comes at a share of the group's limit, and for how long. */
interface Part {
  readonly work: Work;
  readonly everyMs: number;
  readonly seconds: number;
}

/** Does a group's work once to see what it costs. */
async function partOf(
  { clock }: Market,
  crew: Crew,
  group: string,
  { share, seconds }: { readonly share: number; readonly seconds: number },
): Promise<Part> {
  clock.advance(rest);
  const from = crew.sent.length;
  const work = works[crew.connector.channel][group] ?? never();
  await work(crew.callers[0]);
  const sent = crew.sent.slice(from);
  expect([...new Set(sent.map(({ request }) => request.group))], group).toEqual([group]);
  const limit = crew.connector.limits[group] ?? never();
  const cost = sent.reduce((sum, one) => sum + costOf(one), 0);
  return { work, everyMs: (cost / (limit.perSecond * share)) * 1000, seconds };
}

/** When a part's work is done, in milliseconds from the beginning. */
function* instantsOf({ everyMs, seconds }: Part): Generator<number> {
  const end = seconds * 1000;
  const edge = edgeSeconds * 1000;
  const isOften = everyMs < oftenMs && end > 2 * edge;
  for (let due = 0; due < end; due += everyMs) {
    if (isOften && due >= edge && due < end - edge) due = end - edge;
    yield due;
  }
}

/** Plays several groups at once, each at its own rate; the workers take turns. Returns how often somebody waited. */
async function playTogether({ clock }: Market, { callers }: Crew, parts: readonly Part[]): Promise<number> {
  const began = clock.now().getTime();
  const turns = parts
    .flatMap((part) => Array.from(instantsOf(part), (due, time) => ({ due, work: part.work, time })))
    .toSorted((one, other) => one.due - other.due);
  let waits = 0;
  for (let at = 0; at < turns.length;) {
    const instant = Math.max(began + (turns[at]?.due ?? 0), clock.now().getTime());
    clock.set(new Date(instant));
    const now = turns.slice(at, at + parts.length).filter(({ due }) => began + due <= instant);
    at += now.length;
    await Promise.all(now.map(({ work, time }) => work(callers[time % 2 === 0 ? 0 : 1])));
    if (clock.now().getTime() > instant) waits += 1;
  }
  return waits;
}

/** What was answered as too fast, in whatever words. */
const tooFast = /throttled|too many requests|quotaexceeded|too_many|ApiCallLimit|error_busy/i;

async function withCrew(
  channel: ChannelKind,
  play: (market: Market, crew: Crew) => Promise<void>,
): Promise<void> {
  const market = await createMarket({ channels: [channel], skus: { TEE: 10 }, travelMs: () => 0 });
  const crew = await gather(market);
  try {
    await play(market, crew);
    expect(crew.refusals()).toBe(0);
    for (const [group, limit] of Object.entries(crew.connector.limits)) {
      const sent = crew.sent.filter(({ request }) => request.group === group);
      expect(excess(sent, limit), group).toBeLessThan(1);
    }
  } finally {
    await crew.close();
    await market.close();
  }
}

function never(): never {
  throw new Error('There is always one.');
}

it.each(channelKinds)(
  '%s: at four fifths of the limit of every group for minutes, two workers are never throttled, and never wait',
  (channel) =>
    withCrew(channel, async (market, crew) => {
      const groups = Object.keys(crew.connector.limits);
      expect(Object.keys(works[channel]).toSorted()).toEqual(groups.toSorted());
      const parts: Part[] = [];
      for (const group of groups) {
        parts.push(await partOf(market, crew, group, { share: 0.8, seconds: wholeSeconds }));
      }
      const isRenewal = ({ work }: Part): boolean => renewsAccess(work);
      // New credentials would invalidate those of a call in flight, so they are requested separately.
      for (const played of [parts.filter((part) => !isRenewal(part)), parts.filter(isRenewal)]) {
        market.clock.advance(rest);
        expect(await playTogether(market, crew, played)).toBe(0);
      }
    }),
  300_000,
);

it.each(channelKinds)(
  '%s: two workers that would go three times as fast are held to the limit of every group, and never throttled',
  (channel) =>
    withCrew(channel, async (market, crew) => {
      for (const group of Object.keys(works[channel])) {
        const part = await partOf(market, crew, group, { share: 3, seconds: 4 });
        market.clock.advance(rest);
        await playTogether(market, crew, [part]);
      }
    }),
  120_000,
);
