import { showOperation } from '@evenstock/contract/operations/operations';
import {
  applyTally,
  listTallyLines,
  recordScans,
  showTally,
  type ScanResult,
  type Tally,
  type TallyKind,
  type TallyLine,
} from '@evenstock/contract/stock/tallies';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { createTestServer, type Answer, type TestServer } from '../http.ts';
import { quantityOf } from '../ledger.ts';
import { switchSets } from '../make-set.ts';
import { createMarket, type Market } from '../market.ts';
import { addMember, addUser, openSession } from '../world.ts';

/** A scan as a browser sends it. */
export const scanOf = (code: string | null, more: object = {}) => ({
  key: randomUUID(),
  code,
  variant_id: null,
  units: 1,
  is_total: false,
  age_ms: 0,
  ...more,
});

/** A store with two shops that sell 10 of each SKU, and two members who count. */
export async function openStockroom(skus: readonly string[]) {
  const market: Market = await createMarket({
    channels: ['shopee', 'lazada'],
    skus: Object.fromEntries(skus.map((sku) => [sku, 10])),
  });
  const { ctx, storeId } = market;
  const server: TestServer = await createTestServer(ctx);
  const store = `/api/stores/${String(storeId)}`;
  const userId = await addUser(ctx);
  await addMember(ctx, storeId, userId, 'member');
  const ann = await openSession(ctx, userId);
  const other = await addUser(ctx);
  await addMember(ctx, storeId, other, 'admin');
  const ben = await openSession(ctx, other);
  const ids = new Map<string, number>();
  for (const sku of skus) ids.set(sku, await market.merge(sku));
  await market.openPushes();
  await switchSets(ctx, storeId, true);

  const idOf = (sku: string): number => ids.get(sku) ?? 0;
  const post = (path: string, body: unknown, token = ann): Promise<Answer> =>
    server.call('POST', `${store}${path}`, { token, body });
  const get = (path: string): Promise<Answer> => server.call('GET', `${store}${path}`, { token: ann });
  const pass = (): void => {
    market.clock.advance(1_000);
  };
  const show = async (id: number): Promise<Tally> =>
    showTally.reply.parse((await get(`/stock_tallies/${String(id)}.json`)).body).tally;
  const sendScans = (id: number, scans: readonly object[], token = ann): Promise<Answer> =>
    post(`/stock_tallies/${String(id)}/scans.json`, { scans }, token);
  const lines = async (id: number, shown = 'all'): Promise<readonly TallyLine[]> => {
    const { body } = await get(`/stock_tallies/${String(id)}/lines.json?q[shown_eq]=${shown}&per_page=100`);
    return listTallyLines.reply.parse(body).lines;
  };
  const sendApply = async (id: number, zeroed: number | null = null, token = ann): Promise<Answer> => {
    const { revision } = await show(id);
    const body = { apply: { revision, zero_uncounted: zeroed } };
    return post(`/stock_tallies/${String(id)}/apply.json`, body, token);
  };
  /** What became of each SKU of an operation. */
  const outcomes = async (operationId: number): Promise<Record<string, string>> => {
    await ctx.runJobs();
    const { operation, rows } = showOperation.reply.parse(
      (await get(`/operations/${String(operationId)}.json?per_page=100`)).body,
    );
    expect(operation.state).toBe('done');
    return Object.fromEntries(rows.map(({ label, state, reason }) => [label, reason?.code ?? state]));
  };
  return {
    market,
    server,
    userId,
    ann,
    ben,
    idOf,
    post,
    get,
    show,
    lines,
    sendScans,
    sendApply,
    outcomes,
    quantity: (sku: string) => quantityOf(ctx.db, idOf(sku)),
    lineOf: async (id: number, sku: string) => (await lines(id)).find(({ variant }) => variant.sku === sku),
    total: (sku: string, units: number | null) =>
      scanOf(null, { variant_id: idOf(sku), units, is_total: true }),
    async start(kind: TallyKind = 'count', more: object = {}): Promise<number> {
      const answer = await post('/stock_tallies.json', { tally: { kind, key: randomUUID(), ...more } });
      expect(answer.status).toBe(200);
      pass();
      return showTally.reply.parse(answer.body).tally.id;
    },
    async scan(id: number, scans: readonly object[], token = ann): Promise<readonly ScanResult[]> {
      const answer = await sendScans(id, scans, token);
      expect(answer).toMatchObject({ status: 200 });
      pass();
      return recordScans.reply.parse(answer.body).results;
    },
    async apply(id: number, zeroed: number | null = null): Promise<Record<string, string>> {
      const answer = await sendApply(id, zeroed);
      expect(answer).toMatchObject({ status: 202 });
      return outcomes(applyTally.reply.parse(answer.body).mass_action.id);
    },
    /** A sale of a SKU, as the marketplace reports it. */
    async sell(sku: string, units: number): Promise<void> {
      const shop = market.shop('lazada');
      market.sandbox.control.placeOrder('lazada', shop.shop, {
        lines: [{ sku, quantity: units }],
        paid: true,
      });
      market.clock.advance(60_000);
      await market.pull(shop, 'orders');
      await ctx.runJobs();
    },
    movementsOf: (sku: string) =>
      ctx.db
        .selectFrom('stock_movements')
        .select(['adjustment', 'final_quantity', 'action', 'reason', 'reason_note'])
        .where('variant_id', '=', idOf(sku))
        .orderBy('id', 'desc')
        .execute(),
    adjust: (sku: string, units: number) =>
      adjustQuantity(ctx, { storeId, variantId: idOf(sku), userId, units }),
    async close(): Promise<void> {
      await server.close();
      await market.close();
    },
  };
}

export type Stockroom = Awaited<ReturnType<typeof openStockroom>>;
