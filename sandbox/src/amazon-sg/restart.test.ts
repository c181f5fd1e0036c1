import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { AmazonClient } from '../testing/amazon-sg-client.ts';
import { here } from './harness.fixture.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'evenstock-sandbox-'));
afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

const clock = { now: () => new Date(Date.UTC(2026, 10, 20, 1)) };
let passed = 0;
const open = () =>
  createSandbox({
    seed: 38,
    dataDir,
    content: 'none',
    clock: { now: () => new Date(clock.now().getTime() + passed), advance: () => undefined },
  });
function clientOf(sandbox: Sandbox): AmazonClient {
  const app = sandbox.control.apps()['amazon-sg'];
  if (app === undefined) throw new Error('Amazon SG is not simulated.');
  return new AmazonClient(app, sandbox.fetch);
}

test('what was accepted before a kill takes effect after it', async () => {
  const before = open();
  const { shop } = before.control.addShop({ channel: 'amazon-sg', name: 'Lion City' });
  const client = clientOf(before);
  await client.authorise(before.control.grant('amazon-sg', shop)['spapi_oauth_code'] ?? '');
  before.control.addListings('amazon-sg', shop, { sku: 'A', quantity: 10 });
  const { number } = before.control.placeOrder('amazon-sg', shop, { lines: [{ sku: 'A', quantity: 1 }] });
  const value = [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }];
  const patches = [{ op: 'merge', path: '/attributes/fulfillment_availability', value }];
  const body = { productType: 'PRODUCT', patches };
  await client.call('PATCH', `/listings/2021-08-01/items/${shop}/A`, { marketplaceIds: here }, body);
  const [line] = before.control.order('amazon-sg', shop, number).lines;
  const packageDetail = {
    packageReferenceId: '1', carrierCode: 'SingPost', trackingNumber: 'SP1', shipDate: '2026-11-20T01:00:00Z',
    orderItems: [{ orderItemId: line?.line_id ?? '', quantity: 1 }],
  }; // oxfmt-ignore
  await client.post(`/orders/v0/orders/${number}/shipmentConfirmation`, {
    marketplaceId: here,
    packageDetail,
  });
  const reportType = 'GET_MERCHANT_LISTINGS_ALL_DATA';
  const made = await client.post('/reports/2021-06-30/reports', { reportType, marketplaceIds: [here] });
  const { reportId } = z.object({ reportId: z.string() }).parse(made.body);
  // No closing: a kill.

  passed = 10_000;
  const after = open();
  const again = clientOf(after);
  again.accessToken = client.accessToken;
  const report = await again.get(`/reports/2021-06-30/reports/${reportId}`);
  expect(report.body).toMatchObject({ processingStatus: 'DONE' });
  expect(after.control.listings('amazon-sg', shop)).toMatchObject([{ sku: 'A', quantity: 3 }]);
  expect(after.control.order('amazon-sg', shop, number)).toMatchObject({ state: 'SHIPPED' });
  await after.close();
  await before.close();
});
