import { describe, expect, it } from 'vitest';
import { listings } from './listings.ts';
import { recordedShop } from './recorded-shop.fixture.ts';
import type { RecordedShop } from './recorded-shop.fixture.ts';

const product = (no: number) => ({
  id: `gid://shopify/Product/${String(no)}`,
  title: `Tote ${String(no)}`,
  status: 'ACTIVE',
  updatedAt: '2026-11-20T02:00:00Z',
  variants: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
});

/** A shop that lists these pages of products; its counts are those of its answers that count, one after the other. */
function shopWith(pages: readonly (readonly number[])[], counts: readonly number[]): RecordedShop {
  let counted = 0;
  return recordedShop({
    Products: ({ after, counting }) => {
      const index = typeof after === 'string' ? Number(after) : 0;
      const count = counts[Math.min(counted, counts.length - 1)];
      if (counting === true) counted += 1;
      return {
        products: {
          nodes: (pages[index] ?? []).map(product),
          pageInfo: { hasNextPage: index < pages.length - 1, endCursor: String(index + 1) },
        },
        ...(counting === true ? { productsCount: { count } } : {}),
      };
    },
  });
}

async function readAll({ access }: RecordedShop): Promise<string[]> {
  const found = new Set<string>();
  let cursor = null;
  do {
    const page = await listings.page(access, cursor, null);
    for (const { itemId } of page.listings) found.add(itemId);
    cursor = page.next;
  } while (cursor !== null);
  return [...found];
}

describe('the list of products at Shopify (shopify.md 3.1)', () => {
  it('is whole where it has as many as it counts', async () => {
    const shop = shopWith([[1, 2], [3]], [3]);
    expect(await readAll(shop)).toHaveLength(3);
    expect(shop.asked('Products')).toHaveLength(2);
  });

  it.each([
    { about: 'on its only page', pages: [[1, 2]] },
    { about: 'on its last page', pages: [[1, 2], [3]] },
  ])('that ends before its own count is refused, once what it has was read: $about', async ({ pages }) => {
    const shop = shopWith(pages, [5]);
    const first = await listings.page(shop.access, null, null);
    expect(first.listings).toHaveLength(2);
    expect(first.next).not.toBeNull();
    await expect(readAll(shop)).rejects.toMatchObject({
      fault: { kind: 'unexpected', reason: { code: 'answers.incomplete' } },
    });
  });

  it('is whole where a product left while it was read, as it is counted once more', async () => {
    expect(await readAll(shopWith([[1, 2], [3]], [4, 3]))).toHaveLength(3);
  });
});
