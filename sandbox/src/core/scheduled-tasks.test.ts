import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';

test('a scheduled task runs at its time, also after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-later-'));
  const begin = (): Sandbox => createSandbox({ seed: 1, content: 'none', dataDir });
  const before = begin();
  before.control.setClock({ set: '2026-11-21T02:00:00.000Z' });
  const { shop } = before.control.addShop({ channel: 'lazada', name: 'Kopi Corner' });
  before.control.addListings('lazada', shop, { sku: 'KAYA', price: 6.9, quantity: 10 });
  const order = { lines: [{ sku: 'KAYA', quantity: 4 }], paid: false };
  const { number } = before.control.placeOrder('lazada', shop, order);
  await before.close();

  const after = begin();
  const left = (): number => after.control.listings('lazada', shop)[0]?.quantity ?? NaN;
  after.control.setClock({ advance: 1_799 });
  expect([after.control.order('lazada', shop, number).stage, left()]).toEqual(['unpaid', 6]);
  after.control.setClock({ advance: 1 });
  expect([after.control.order('lazada', shop, number).stage, left()]).toEqual(['cancelled', 10]);
  await after.close();
  rmSync(dataDir, { recursive: true });
});

test('a buyer withdraws a request to return, a seller rejects one, and a request can name some units', () => {
  const { control } = createSandbox({ seed: 1, content: 'none' });
  const { shop } = control.addShop({ channel: 'shopee', name: 'Kopi Corner' });
  control.addListings('shopee', shop, { sku: 'KAYA', price: 6.9, quantity: 10 });
  const { number } = control.placeOrder('shopee', shop, { lines: [{ sku: 'KAYA', quantity: 3 }] });
  const happen = (event: Parameters<typeof control.orderEvent>[3], asked = {}) =>
    control.orderEvent('shopee', shop, number, event, asked);
  for (const event of ['pack', 'ship', 'deliver'] as const) happen(event);
  expect(() => happen('reject_return')).toThrow('no return to settle');
  const asked = happen('request_return', { lines: [{ sku: 'KAYA', quantity: 2 }] });
  expect(asked.events.at(-1)?.lines).toEqual([{ sku: 'KAYA', quantity: 2 }]);
  expect(happen('withdraw_return')).toMatchObject({ return_requested: false, stage: 'delivered' });
  happen('request_return');
  expect(happen('reject_return').events.at(-1)).toMatchObject({ event: 'reject_return', by: 'seller' });
});
