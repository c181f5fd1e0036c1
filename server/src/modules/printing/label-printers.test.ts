import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { prepareShippingLabels, showShippingLabels } from '@evenstock/contract/printing/printing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { openOrderHarness, type OrderHarness } from '../../testing/order-harness.ts';
import { readPdf } from '../../testing/pdf.ts';

let harness: OrderHarness;
let server: TestServer;
let path: string;
beforeAll(async () => {
  harness = await openOrderHarness(['tiktok', 'lazada']);
  server = await createTestServer(harness.market.ctx);
  path = `/api/stores/${String(harness.market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await harness.close();
});

async function shipped(channel: ChannelKind): Promise<{ readonly id: number; readonly number: string }> {
  const number = await harness.buy(channel);
  await harness.happens(channel, number, 'ship');
  return { id: (await harness.orderOf(number)).id, number };
}

const open = (url: string) => server.app.inject({ method: 'GET', url });

async function print(orders: readonly { readonly id: number }[], paper: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${path}/orders/get_shipping_labels.json`,
    headers: { 'authentication-token': harness.token, prefer: 'respond-async' },
    payload: { q: { id_in: orders.map(({ id }) => id) }, paper },
  });
  const reply = prepareShippingLabels.reply.parse(answer.json());
  if (!('mass_action' in reply)) throw new Error('It waited.');
  await harness.later(30);
  const { token } = harness;
  const shown = await server.call('GET', `${path}/print_runs/${String(reply.mass_action.id)}.json`, {
    token,
  });
  return showShippingLabels.reply.parse(shown.body).shipping_labels;
}

it('labels for a label printer are a ZPL file where the marketplace gives that, and a PDF of the others', async () => {
  const [tiktok, lazada] = [await shipped('tiktok'), await shipped('lazada')];
  const { orders, pdfs, zpls } = await print([lazada, tiktok], 'zpl');
  expect(orders.map(({ id }) => id)).toEqual([lazada.id, tiktok.id]);
  expect([pdfs.length, zpls.length]).toEqual([1, 1]);
  const [page, ...others] = await readPdf((await open(pdfs[0] ?? '')).rawPayload);
  expect(others).toEqual([]);
  expect([page?.width, page?.height].map((points) => Math.round(points ?? 0))).toEqual([283, 425]);
  expect(page?.text).toContain(lazada.number);
  const file = await open(zpls[0] ?? '');
  expect(file.headers['content-disposition']).toMatch(/^attachment; .*\.zpl$/);
  expect(file.body).toMatch(/^\^XA/);
  expect(file.body).toContain(tiktok.number);
  // For paper that is drawn on, the marketplace is asked for a page.
  const drawn = await print([tiktok], 'A6');
  expect([drawn.pdfs.length, drawn.zpls.length]).toEqual([1, 0]);
});
