import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import { Qoo10Client } from '../testing/qoo10-client.ts';

test('after a restart the key is good, and rows are found and as they were', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qoo10-'));
  const open = () => createSandbox({ seed: 5, content: 'none', dataDir });
  const before = open();
  const { shop } = before.control.addShop({ channel: 'qoo10', name: 'Kopi Corner' });
  before.control.addListings('qoo10', shop, { sku: 'KAYA', quantity: 5 });
  const { number } = before.control.placeOrder('qoo10', shop, { lines: [{ sku: 'KAYA', quantity: 1 }] });
  const OrderNo = before.control.order('qoo10', shop, number).lines[0]?.line_id ?? '';
  const { key = '', user_id = '', password = '' } = before.control.grant('qoo10', shop);
  const base = before.control.apps().qoo10?.hosts['api'] ?? '';
  const first = new Qoo10Client(base, before.fetch);
  await first.authorise({ key, user_id, password });
  await first.call('ShippingBasic.SetSellerCheckYN', { OrderNo });
  await before.close();

  const after = open();
  const second = new Qoo10Client(base, after.fetch);
  second.key = first.key;
  const read = await second.call('ShippingBasic.GetShippingAndClaimInfoByOrderNo', { OrderNo });
  expect(read.ResultObject).toMatchObject([{ shippingStatus: 'Seller confirm(3)', packNo: Number(number) }]);
  expect(after.control.grant('qoo10', shop)).toEqual({ key, user_id, password });
  await after.close();
  rmSync(dataDir, { recursive: true });
});
