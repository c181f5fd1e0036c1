import { massUpdateVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { showOperation } from '@evenstock/contract/operations/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createPrng } from '../../testing/sim/prng.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { adjustQuantity } from '../stock/changes/adjust-quantity.ts';

/* What an import of absolute quantities makes of a SKU that changed after its preview. */

let market: Market;
let server: TestServer;
let token: string;
let userId: number;
let path: string;
let ids: ReadonlyMap<string, number>;

const skus = { TEE: 100, MUG: 100, CAP: 100, BAG: 100, HAT: 100, PEN: 100 };
const codes = Object.keys(skus);

beforeAll(async () => {
  market = await createMarket({ skus, channels: ['shopee'] });
  server = await createTestServer(market.ctx);
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  const rows = await market.ctx.db.selectFrom('variants').select(['id', 'sku']).execute();
  ids = new Map(rows.map(({ id, sku }) => [sku ?? '', id]));
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(async () => {
  for (const sku of codes) await change(sku, { to: 100 });
});

const change = (sku: string, units: number | { readonly to: number }) =>
  adjustQuantity(market.ctx, { storeId: market.storeId, variantId: ids.get(sku) ?? 0, userId, units });

async function sellsAtTheShop(sku: string): Promise<void> {
  const { channel, shop } = market.shop('shopee');
  market.sandbox.control.placeOrder(channel, shop, { lines: [{ sku, quantity: 2 }] });
  market.clock.advance(60_000);
  await market.pull(market.shop('shopee'), 'orders');
}

async function quantities(): Promise<ReadonlyMap<string, number>> {
  const rows = await market.ctx.db.selectFrom('variants').select(['sku', 'quantity']).execute();
  return new Map(rows.map(({ sku, quantity }) => [sku ?? '', quantity]));
}

type Lines = Readonly<Record<string, number>>;

const post = (lines: Lines, fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const rows = Object.entries(lines).map(([sku, quantity]) => `${sku},${String(quantity)}`);
  form.set('file', new Blob([['SKU,Quantity', ...rows, ''].join('\n')]), 'count.csv');
  return server.call('POST', `${path}/variants/mass_update.json`, { token, body: form });
};

async function previewed(lines: Lines) {
  const { body } = await post(lines, { dry_run: 'true' });
  return massUpdateVariants.reply.parse(body).mass_update;
}

async function started(lines: Lines, preview: string | null) {
  const { body } = await post(lines, { set_absolute: 'true', ...(preview === null ? {} : { preview }) });
  return massUpdateVariants.reply.parse(body).mass_update;
}

/** The rows that an import names, by their SKUs: the code and the values of each reason. */
async function namedBy(id: number): Promise<ReadonlyMap<string, unknown>> {
  const { body } = await server.call('GET', `${path}/operations/${String(id)}.json?per_page=100`, { token });
  const { rows } = showOperation.reply.parse(body);
  return new Map(
    rows.map(({ label, reason }) => [
      label.split(' · ')[1] ?? label,
      { code: reason?.code, values: reason?.values },
    ]),
  );
}

const changed = (seen: number, quantity: number) => ({
  code: 'spreadsheets.changed_since_preview',
  values: { seen, quantity },
});

describe('an import of absolute quantities after its preview', () => {
  it('names a row whose SKU was sold after the preview, and leaves it', async () => {
    const sheet = { TEE: 90, MUG: 80, CAP: 100 };
    const { preview } = await previewed(sheet);
    await sellsAtTheShop('TEE');
    await sellsAtTheShop('CAP');
    const { mass_action: action, preview: held } = await started(sheet, preview);
    expect(held).toBe(preview);
    await market.ctx.runJobs();
    expect(await namedBy(action?.id ?? 0)).toEqual(
      new Map([
        ['TEE', changed(100, 98)],
        ['CAP', changed(100, 98)],
      ]),
    );
    expect(Object.fromEntries(await quantities())).toMatchObject({ TEE: 98, MUG: 80, CAP: 98 });
  });

  it('names a row whose SKU was sold between the start and its row', async () => {
    const { preview } = await previewed({ TEE: 90, MUG: 80 });
    const { mass_action: action } = await started({ TEE: 90, MUG: 80 }, preview);
    await change('MUG', -3);
    await market.ctx.runJobs();
    expect(await namedBy(action?.id ?? 0)).toEqual(new Map([['MUG', changed(100, 97)]]));
    expect(Object.fromEntries(await quantities())).toMatchObject({ TEE: 90, MUG: 97 });
  });

  it('sets quantities whatever was sold where it is held to no preview', async () => {
    const { preview } = await previewed({ TEE: 90 });
    expect(preview).not.toBeNull();
    await change('TEE', -3);
    const { preview: held } = await started({ TEE: 90 }, null);
    expect(held).toBeNull();
    await market.ctx.runJobs();
    expect((await quantities()).get('TEE')).toBe(90);
  });

  it('names a row that the preview could not do, and refuses the preview of another sheet, or an old one', async () => {
    const { preview } = await previewed({ NEW: 5, TEE: 90 });
    const refused = await post({ TEE: 90 }, { set_absolute: 'true', preview: preview ?? '' });
    expect(refused).toMatchObject({
      status: 422,
      body: { codes: { preview: expect.anything() as unknown } },
    });
    const unknown = await post({ TEE: 90 }, { preview: '9f0c1f5e-3c3e-4f62-9a53-0d7a2f0c8f11' });
    expect(unknown.status).toBe(422);
    const rename = (from: string, to: string) =>
      market.ctx.db.updateTable('variants').set({ sku: to }).where('sku', '=', from).execute();
    await rename('PEN', 'NEW');
    const { mass_action: action } = await started({ NEW: 5, TEE: 90 }, preview);
    await market.ctx.runJobs();
    await rename('NEW', 'PEN');
    expect(await namedBy(action?.id ?? 0)).toEqual(
      new Map([['NEW', { code: 'spreadsheets.not_previewed', values: {} }]]),
    );
    expect((await quantities()).get('PEN')).toBe(100);
    market.clock.advance(25 * 60 * 60_000);
    expect((await post({ NEW: 5, TEE: 90 }, { set_absolute: 'true', preview: preview ?? '' })).status).toBe(
      422,
    );
  });

  it('of any sheet does what the preview showed, but for the rows that it names', async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const random = createPrng(seed);
      const lines = Object.fromEntries(
        codes.filter(() => random.chance(0.7)).map((sku) => [sku, random.whole(-2, 9)]),
      );
      for (const sku of codes) await change(sku, { to: random.whole(0, 11) });
      if (Object.keys(lines).length === 0) continue;
      const before = await quantities();
      const shown = await previewed(lines);
      const then = new Map(shown.listed.map(({ variant, then: to }) => [variant.sku ?? '', to]));
      const isDisturbed = seed % 2 === 0;
      const disturb = async () => {
        const sku = random.pick(codes);
        await change(sku, random.whole(-3, 3));
      };
      if (isDisturbed) await disturb();
      const { mass_action: action } = await started(lines, shown.preview);
      if (isDisturbed) await disturb();
      const atRows = await quantities();
      await market.ctx.runJobs();
      const named = await namedBy(action?.id ?? 0);
      const after = await quantities();
      for (const sku of codes) {
        const isOther = atRows.get(sku) !== before.get(sku);
        if (isOther && sku in lines) expect(named.has(sku), `${String(seed)} ${sku}`).toBe(true);
        const expected = named.has(sku) ? atRows.get(sku) : (then.get(sku) ?? atRows.get(sku));
        expect(after.get(sku), `${String(seed)} ${sku}`).toBe(expected);
      }
      if (!isDisturbed) expect(named.size).toBe(shown.failed);
    }
  });
});
