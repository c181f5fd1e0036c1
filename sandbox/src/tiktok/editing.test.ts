import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, Harness } from './harness.fixture.ts';

const harness = new Harness();
beforeAll(async () => harness.begin());
afterAll(async () => harness.sandbox.close());

const root = '/product/202309/products';
const batch = z.object({ errors: z.array(z.object({ code: z.int(), message: z.string(), detail: z.looseObject({ product_id: z.string() }) })).default([]) }); // oxfmt-ignore
const detail = z.looseObject({ title: z.string(), status: z.string(), audit: z.looseObject({ status: z.string() }) }); // oxfmt-ignore

async function shown(item: string, query: Record<string, string> = {}): Promise<z.infer<typeof detail>> {
  return dataOf(detail, await harness.client.get(`${root}/${item}`, query));
}

function statusOf(sku: string): string {
  return harness.sandbox.control.listing('tiktok', harness.shop, sku).status;
}

test('a new title is audited while the old one stays', async () => {
  const { item } = harness.add('RENAMED');
  const title = 'Kaya jam of the house, 300 g jar';
  const path = `/product/202509/products/${item}/partial_edit`;
  expect((await harness.client.post(path, { title: 'Too short' })).code).toBe(36009004);
  expect((await harness.client.post(path, { title })).code).toBe(0);
  expect(await shown(item)).toMatchObject({
    title: 'RENAMED with a name that is long enough',
    audit: { status: 'AUDITING' },
  });
  expect((await shown(item, { return_under_review_version: 'true' })).title).toBe(title);
  harness.notices = [];
  await harness.pass(10);
  expect(await shown(item)).toMatchObject({ title, audit: { status: 'APPROVED' } });
  expect(harness.noticesOf(15)).toMatchObject([{ product_id: item }]);
});

test('a draft waits for the seller', async () => {
  const { item } = harness.add('DRAFTED');
  const wish = { title: 'A better title that nobody sees yet', save_mode: 'AS_DRAFT' };
  expect((await harness.client.post(`${root}/${item}/partial_edit`, wish)).code).toBe(0);
  await harness.pass(10);
  expect(await shown(item)).toMatchObject({
    title: 'DRAFTED with a name that is long enough',
    has_draft: true,
  });
});

test('off sale, on sale again after the audit, deleted, recovered', async () => {
  const { item, sku } = harness.add('TOGGLED');
  const ids = { product_ids: [item] };
  const done = async (action: string) => dataOf(batch, await harness.client.post(`${root}/${action}`, ids)).errors; // oxfmt-ignore
  expect(await done('activate')).toMatchObject([{ code: 12052990, detail: { product_id: item } }]);
  expect(await done('deactivate')).toEqual([]);
  expect(statusOf(sku)).toBe('SELLER_DEACTIVATED');
  expect(await done('activate')).toEqual([]);
  expect(statusOf(sku)).toBe('PENDING');
  await harness.pass(10);
  expect(statusOf(sku)).toBe('ACTIVATE');
  const gone = dataOf(batch, await harness.client.send('DELETE', root, ids));
  expect([gone.errors, statusOf(sku)]).toEqual([[], 'DELETED']);
  expect((await harness.client.get(`${root}/${item}`)).code).toBe(12052048);
  expect(await done('recover')).toEqual([]);
  expect(statusOf(sku)).toBe('SELLER_DEACTIVATED');
  const many = Array.from({ length: 21 }, () => item);
  expect((await harness.client.post(`${root}/deactivate`, { product_ids: many })).code).toBe(36009004);
});
