import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { enter, ownerCaller, visit, type Visit } from '../browser.ts';
import { statement } from '../database.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';

/* The behaviour of every list, shown on the products of a store without other activity. */

const slug = 'listed';
const products = `/stores/${slug}/products`;
const many = Array.from({ length: 44 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return { sku: `CUP-${number}`, name: `Enamel cup ${number}`, quantity: 5 };
});

beforeAll(async () => {
  const owner = await ownerCaller();
  await newStore(owner, 'Listed');
  const listings = [...many, { sku: 'KETTLE', name: 'Gooseneck kettle', quantity: 5 }];
  await connectShop(owner, slug, { channel: 'shopee', shop: newShopId(), listings });
});

const call = '**/variants/products_page.json*';

async function openProducts(
  address = products,
): Promise<Visit & { readonly rows: ReturnType<Page['locator']> }> {
  const there = await visit();
  await enter(there.page, address);
  const rows = there.page.locator('tbody tr.ant-table-row');
  await rows.first().waitFor();
  return { ...there, rows };
}

describe('a list', () => {
  it('puts the page into the address, and a link restores it', async () => {
    const { page, rows, close } = await openProducts();
    expect(await rows.count()).toBe(10);
    const first = await rows.first().innerText();
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    await page.waitForURL('**/products?page=2');
    await expect.poll(async () => rows.first().innerText()).not.toBe(first);
    const second = await rows.first().innerText();
    await page.reload();
    await rows.first().waitFor();
    expect(await rows.first().innerText()).toBe(second);
    await page.goBack();
    await page.waitForURL(`**${products}`);
    await expect.poll(async () => rows.first().innerText()).toBe(first);
    await close();
  });

  it('returns to the same page after opening a row', async () => {
    const { page, rows, close } = await openProducts(`${products}?per_page=50`);
    await expect.poll(async () => rows.count()).toBeGreaterThan(30);
    await page.mouse.wheel(0, 900);
    await expect.poll(async () => page.evaluate<number>('scrollY')).toBeGreaterThan(500);
    const link = rows.nth(20).getByRole('link', { name: /View/ });
    // A click on what is partly out of sight would scroll once more.
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>('scrollY');
    await link.click();
    await page.waitForURL('**/variants/**');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await page.waitForURL('**/products?per_page=50');
    await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(before);
    await close();
  });

  it('returns to the same place after a reload, also where the rows come late', async () => {
    const { page, rows, close } = await openProducts(`${products}?per_page=50`);
    await expect.poll(async () => rows.count()).toBeGreaterThan(30);
    await page.mouse.wheel(0, 900);
    await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(900);
    await page.route('**/products_page.json*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.reload();
    await rows.first().waitFor();
    await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(900);
    // The page grows after all of it has been loaded.
    const overlays = page.waitForResponse('**/assets/overlays-host-*.js');
    await page.reload({ waitUntil: 'commit' });
    await page.evaluate(
      "document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].replaceSync('tbody { display: none }')",
    );
    await overlays;
    await page.getByText('Gooseneck').first().waitFor({ state: 'attached' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await page.evaluate<number>('scrollY')).toBeLessThan(900);
    await page.evaluate('document.adoptedStyleSheets = []');
    await expect.poll(async () => page.evaluate<number>('scrollY')).toBe(900);
    await close();
  });

  it('searches half a second after the last key', async () => {
    const { page, rows, close } = await openProducts();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('products_page')) asked.push(request.url());
    });
    // A wait that is much shorter than half a second would ask between two of these keys.
    await page.getByRole('searchbox').pressSequentially('kettle', { delay: 250 });
    await page.waitForURL('**/products?*kettle*');
    await expect.poll(async () => rows.count()).toBeLessThan(10);
    expect(asked.filter((address) => address.includes('name_or_sku_cont'))).toHaveLength(1);
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await expect.poll(async () => rows.count()).toBe(10);
    await close();
  });

  it('has no pager for a single page, and a message when nothing was found', async () => {
    const { page, close } = await openProducts();
    await page.goto(`${products}?name_or_sku_cont=no-such-thing`);
    await page.getByText('No Product found OR click search to load for the first time').waitFor();
    expect(await page.locator('.ant-pagination').count()).toBe(0);
    await close();
  });

  it('offers a retry when it could not be loaded', async () => {
    const { page, rows, close } = await openProducts();
    await page.route(call, (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
    await page.goto(`${products}?page=3`);
    await page.getByText('Sorry, something went wrong. Please try again later.').waitFor();
    // The screen would mend itself once the server answers this; here the button does, unless a sale comes first.
    await page.route('**/api/account.json', (route) => route.abort());
    const retry = page.getByRole('button', { name: 'Retry' });
    await Promise.all([page.waitForRequest(call), retry.click()]);
    await retry.waitFor();
    await page.unroute(call);
    await retry.evaluateAll(([button]) => {
      if (button instanceof HTMLElement) button.click();
    });
    await rows.first().waitFor();
    await close();
  });

  it('stays as it is where a part of it does not come, which can be asked for again', async () => {
    const { page, rows, close } = await openProducts();
    const part = '**/assets/filter-editor*.js';
    await page.route(part, (route) => route.abort());
    await page.getByRole('button', { name: 'Marketplace', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await rows.count()).toBe(10);
    // A reload without an answer would lose the screen.
    await page.route('**/*', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Evenstock did not answer. Check your connection and try again.').waitFor();
    expect(await rows.count()).toBe(10);
    await page.unroute('**/*');
    await page.unroute(part);
    // Browsers remember that a file did not come until the page is loaded again.
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Marketplace', exact: true }).click();
    await page.getByRole('combobox', { name: 'Marketplace' }).waitFor();
    await close();
  });

  it('keeps its rows when a refresh fails, and refreshes later', async () => {
    const { page, rows, close } = await openProducts();
    await page.getByText('live', { exact: true }).waitFor();
    await page.route(call, (route) => route.abort());
    await changeSomething();
    await page.getByText('This may be out of date: the last refresh failed.').waitFor();
    expect(await rows.count()).toBe(10);
    await page.unroute(call);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('This may be out of date').waitFor({ state: 'detached' });
    await close();
  });

  it('sorts pinned SKUs first, then by name', async () => {
    const { page, rows, close } = await openProducts();
    const addresses = async () =>
      Promise.all(
        (await rows.all()).map((row) => row.getByRole('link', { name: 'View' }).getAttribute('href')),
      );
    const before = await addresses();
    const last = before.at(-1) ?? '';
    await pin(last, true);
    try {
      await page.reload();
      await expect.poll(async () => (await addresses())[0]).toBe(last);
      await rows
        .first()
        .getByRole('button', { name: /^Unpin / })
        .waitFor();
      expect((await addresses()).slice(1)).toEqual(before.slice(0, -1));
    } finally {
      await pin(last, false);
    }
    await close();
  });
});

/** Adjusts a SKU by the API, so that the live stream makes the page read again. */
let isRestocking = true;

/** Turns a setting of the first SKU over. */
async function changeSomething(): Promise<void> {
  const { call } = await ownerCaller();
  const params = { storeId: slug };
  const { variants } = await call(listVariants, { params, query: { per_page: 1 } });
  await call(updateVariant, {
    params: { ...params, variantId: String(variants[0]?.id ?? 0) },
    body: { variant: { disable_restock: isRestocking } },
  });
  isRestocking = !isRestocking;
}

/** Pins or unpins the SKU at an address. */
async function pin(address: string, isPinned: boolean): Promise<void> {
  const changed = await statement(
    `update variants v set is_pinned = $2 from products p, stores s
     where p.id = v.product_id and s.id = v.store_id and s.slug = 'listed'
       and $1 = '/stores/listed/products/' || p.slug || '/variants/' || v.slug`,
    [address, isPinned],
  );
  expect(changed).toBe(1);
}
