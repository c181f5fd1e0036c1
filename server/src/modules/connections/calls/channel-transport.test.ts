import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createMarket, type Market } from '../../../testing/market.ts';

const throttleStatus = z.object({
  extensions: z.object({ cost: z.object({ throttleStatus: z.object({ currentlyAvailable: z.number() }) }) }),
});

let market: Market;
afterAll(() => market.close());

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
