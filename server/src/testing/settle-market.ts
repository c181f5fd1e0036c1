import type { Market } from './market.ts';

/** Runs what is due here and at the marketplaces, until nothing is. */
export async function settle(market: Market): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

/** Advances the clock by a number of seconds, and runs what becomes due. */
export async function later(market: Market, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    market.clock.advance(5_000);
    await settle(market);
  }
}
