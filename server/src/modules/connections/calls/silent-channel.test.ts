import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { enqueue, job } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/process/log.ts';
import { startWorker } from '../../../platform/jobs/worker.ts';
import { connectShop } from '../../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser } from '../../../testing/world.ts';
import { createCircuitBreakers } from '../limits/circuit-breaker.ts';
import { callMarketplace } from './call-marketplace.ts';

/* A channel that does not answer, with many shops, and one shop of another that does: by the real clock, over the real queue. */

const SILENCE_MS = 1_000;
const SLOTS = 8;
const SILENT_SHOPS = 24;

let ctx: SandboxedContext;
const silent: number[] = [];
let lively: number;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
  const store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  const connect = async (channel: ChannelKind, name: string) => {
    const { shop } = ctx.sandbox.control.addShop({ channel, name });
    return connectShop(ctx, { storeId: store.id, storeSlug: store.slug, userId }, { channel, shop, name });
  };
  for (let at = 0; at < SILENT_SHOPS; at += 1) silent.push(await connect('lazada', `silent-${String(at)}`));
  lively = await connect('shopee', 'lively');
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);
});
afterAll(() => ctx.close());

const callJob = job({
  name: 'test.call',
  payload: z.object({ marketplaceId: z.number(), enqueuedAt: z.number() }),
  maxAttempts: 1,
});

const timeout = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const until = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a channel does until its time is up. */
const ways = {
  'says nothing': async (): Promise<Response> => {
    await until(SILENCE_MS);
    throw timeout();
  },
  'begins an answer that never ends': (): Promise<Response> => {
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(new TextEncoder().encode('{'));
        await until(SILENCE_MS);
        stream.error(timeout());
      },
    });
    return Promise.resolve(new Response(body));
  },
};

it.each(Object.entries(ways))(
  'where a channel %s, an open circuit breaker delays its shops, and no others',
  async (_, answer) => {
    const waits: number[] = [];
    let running = true;
    let silences = 0;
    /** Lazada is reached. */
    const fetch: Context['fetch'] = async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (new URL(url).port !== new URL(ctx.apps.lazada?.hosts['api'] ?? '').port)
        return ctx.fetch(input, init);
      silences += 1;
      return answer();
    };
    const here: Context = { ...ctx, fetch, circuitBreakers: createCircuitBreakers() };
    const again = (marketplaceId: number, runAt = new Date()) =>
      enqueue(ctx.db, callJob, { marketplaceId, enqueuedAt: Date.now() }, { runAt });
    const run = async (payload: unknown): Promise<void> => {
      const { marketplaceId, enqueuedAt } = callJob.payload.parse(payload);
      let pause = 0;
      try {
        await callMarketplace(here, marketplaceId, 'normal', (access, { orders }) =>
          orders.read(access, ['NO-SUCH-ORDER']),
        );
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        if (error.fault.kind === 'throttled') pause = SILENCE_MS / 2;
      }
      if (marketplaceId === lively) waits.push(Date.now() - enqueuedAt);
      else if (running) await again(marketplaceId, new Date(Date.now() + pause));
    };
    const worker = await startWorker([{ definition: callJob, run }], {
      pool: ctx.database.pool,
      connection: ctx.database.connection,
      log: createLog('silent'),
      concurrency: SLOTS,
    });
    for (const id of silent) await again(id);
    // The first calls find out; each may hold its slot for one silence.
    await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
    const known = waits.length;
    for (let time = 0; time < 40; time += 1) {
      await again(lively);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    running = false;
    await expect.poll(() => waits.length).toBe(known + 40);
    await worker.stop(5_000);
    const sorted = waits.toSorted((one, other) => one - other);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Infinity;
    // Without a circuit breaker it is the silence of three rounds of shops.
    expect(p95).toBeLessThan(2 * SILENCE_MS);
    // It is asked all the while, so that its return is seen.
    expect(silences).toBeGreaterThan(SLOTS);
  },
);
