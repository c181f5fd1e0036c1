import { ChannelError, throttled } from '@evenstock/connectors/kit/errors';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { callMarketplace } from './call-marketplace.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { createSandbox } from '@evenstock/sandbox/sandbox';
import { openTransport } from './channel-transport.ts';

const throttleStatus = z.object({
  extensions: z.object({ cost: z.object({ throttleStatus: z.object({ currentlyAvailable: z.number() }) }) }),
});

let market: Market;
afterEach(() => market.close());

it('the token bucket of a shop follows what the marketplace says about its own', async () => {
  market = await createMarket({ channels: ['shopify'], skus: { TEE: 30 } });
  const { shop } = market.shop('shopify');
  const reported: number[] = [];
  market.setNetwork(async ({ url }, go) => {
    const response = await go();
    if (url.endsWith('/graphql.json')) {
      const answer = throttleStatus.parse(await response.clone().json());
      reported.push(answer.extensions.cost.throttleStatus.currentlyAvailable);
    }
    return response;
  });
  for (let placed = 0; placed < 12; placed += 1) {
    market.sandbox.control.placeOrder('shopify', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
  }
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
  expect(reported.length).toBeGreaterThan(1);
  const bucket = await market.ctx.db
    .selectFrom('rate_buckets')
    .select('tokens')
    .where('key', 'like', '%.myshopify.com:graphql')
    .executeTakeFirstOrThrow();
  expect(Math.floor(bucket.tokens)).toBe(reported.at(-1));
});

it('an answer without an end is not read to the end, and is refused with its reason', async () => {
  market = await createMarket({ channels: ['shopee'], skus: { TEE: 30 } });
  const { ctx } = market;
  const mebibyte = new Uint8Array(1024 * 1024);
  let sent = 0;
  let isCancelled = false;
  market.setNetwork(() => {
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        sent += 1;
        if (sent > 200) throw new Error('It was read to the end.');
        stream.enqueue(mebibyte);
      },
      cancel() {
        isCancelled = true;
      },
    });
    return Promise.resolve(new Response(endless));
  });
  const { marketplaceId } = market.shop('shopee');
  const called = callMarketplace(ctx, marketplaceId, 'normal', (access, connector) =>
    connector.orders.read(access, ['1']),
  );
  const error: unknown = await called.catch((thrown: unknown) => thrown);
  if (!(error instanceof ChannelError)) throw error;
  expect(error.fault).toMatchObject({ kind: 'unexpected', reason: { code: 'connections.answer_too_long' } });
  expect(sent).toBeLessThan(140);
  expect(isCancelled).toBe(true);
});

it('an answer that comes a byte a second is ended by the time-out of calls', async () => {
  market = await createMarket({ channels: ['lazada'], skus: { TEE: 30 } });
  const trickling = createSandbox({ seed: 1, content: 'none' });
  await trickling.listen({ host: '127.0.0.1', port: 0 });
  try {
    trickling.control.setFaults([{ kind: 'trickle' }]);
    const { id = '', hosts = {} } = trickling.control.apps().lazada ?? {};
    const settings = { ...market.ctx.settings, channelTimeoutSeconds: 1 };
    const { limits } = market.ctx.connectors.lazada;
    const ctx = { ...market.ctx, settings, fetch };
    const options = {
      channel: 'lazada',
      limits,
      appId: id,
      shop: '1',
      urgency: 'normal',
      clockOffsetMs: 0,
    } as const;
    const url = `${hosts['api'] ?? ''}/products/get`;
    const request = { method: 'GET', url, headers: {}, group: 'products' } as const;
    const began = Date.now();
    const error: unknown = await openTransport(ctx, options)
      .send(request)
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof ChannelError)) throw error;
    expect(error.fault).toMatchObject({ kind: 'unavailable', reason: { code: 'connections.no_answer' } });
    expect(Date.now() - began).toBeLessThan(5_000);
  } finally {
    await trickling.close();
  }
});

it('a call that is not sent gives its tokens back', async () => {
  market = await createMarket({ channels: ['shopee'], skus: { TEE: 30 } });
  const { ctx } = market;
  const { marketplaceId } = market.shop('shopee');
  const tokens = async () =>
    (
      await sql<{ key: string; tokens: number }>`select key, tokens from rate_buckets order by key`.execute(
        ctx.db,
      )
    ).rows;
  const call = (from: typeof ctx, precondition?: () => Promise<void>) =>
    callMarketplace(
      from,
      marketplaceId,
      'normal',
      (access, connector) => connector.orders.read(access, ['1']),
      precondition,
    );
  const refused = () => Promise.reject(throttled(1));
  const isOpen = {
    acquire: () => {
      throw throttled(1);
    },
  };
  await expect(call(ctx, refused)).rejects.toThrow(ChannelError);
  const before = await tokens();
  await expect(call(ctx, refused)).rejects.toThrow(ChannelError);
  expect(await tokens()).toEqual(before);
  await expect(call({ ...ctx, circuitBreakers: isOpen })).rejects.toThrow(ChannelError);
  expect(await tokens()).toEqual(before);
});
