import { massShipOperation } from '@evenstock/server/modules/fulfilment/mass-fulfil';
import { startOperation } from '@evenstock/server/modules/operations/start-operation';
import { inTransaction } from '@evenstock/server/platform/database/transaction';
import { prepareTemplate } from '@evenstock/server/testing/database';
import { buyToShip, firstEntries, type ShipEntry } from '@evenstock/server/testing/mass-ship';
import { openOrderHarness, type OrderHarness } from '@evenstock/server/testing/order-harness';

const channels = ['shopee', 'lazada', 'shopify', 'qoo10', 'tiktok'] as const;

/** A mass shipment. */
export interface MassShipped {
  readonly orders: number;
  readonly failed: number;
  /** Seconds of the program and its database, without the calls of marketplaces. */
  readonly own: number;
  /** Seconds of the simulated marketplaces. */
  readonly away: number;
}

/** Ships orders of five channels in one run, with the simulated marketplaces in this process, on a clock that waits for nobody. */
export async function measureMassShip(
  connection: { readonly host: string; readonly user: string },
  orders: number,
): Promise<MassShipped> {
  await prepareTemplate(connection);
  const harness = await openOrderHarness(channels);
  try {
    const ids = await buyToShip(harness, channels, Math.ceil(orders / channels.length));
    return await ship(harness, await firstEntries(harness, ids));
  } finally {
    await harness.close();
  }
}

async function ship({ market }: OrderHarness, entries: ShipEntry[]): Promise<MassShipped> {
  const { ctx, storeId, sandbox, clock } = market;
  let away = 0;
  market.setNetwork(async (_call, go) => {
    const began = performance.now();
    try {
      return await go();
    } finally {
      away += performance.now() - began;
    }
  });
  const { id } = await inTransaction(ctx.db, (tx) =>
    startOperation(tx, ctx, massShipOperation, {
      storeId,
      params: { orders: entries },
      userId: null,
      exclusiveKey: null,
      total: entries.length,
    }),
  );
  let spent = 0;
  for (;;) {
    const began = performance.now();
    await ctx.runJobs();
    spent += performance.now() - began;
    const { finished_at: end, failed } = await ctx.db
      .selectFrom('operations')
      .select(['finished_at', 'failed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (end !== null) {
      return { orders: entries.length, failed, own: (spent - away) / 1000, away: away / 1000 };
    }
    clock.advance(1_000);
    await sandbox.runDue();
  }
}
