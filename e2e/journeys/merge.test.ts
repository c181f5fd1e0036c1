import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers, demoStore, enter, openBrowser, visit, web } from '../browser.ts';
import { openSku, quantityOf, settled } from '../market.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('automatic merging joins the three shops’ listings: what it will do, that it does it, and what came of it', async () => {
  const { page, faults, close } = await visit(browser);
  await enter(page, `${demoStore}/products/merge`);
  const heading = page.getByRole('heading', { name: /^\d+ SKUs can be merged$/ });
  const count = Number.parseInt(await heading.innerText(), 10);
  expect(count).toBeGreaterThan(5);

  // The preview: each listing's quantity now, and what all of them become, by the choice.
  const group = page.locator('tbody').filter({ hasText: 'BEANS-1000' });
  const quantities = (await group.locator('td:nth-last-child(1), td:nth-last-child(2)').allInnerTexts())
    .map(Number)
    .filter((number) => Number.isFinite(number));
  const becomes = group.locator('.es-merge-becomes');
  const highest = Math.max(...quantities);
  expect(Number(await becomes.innerText())).toBe(highest);
  const choice = page.getByRole('switch', { name: 'Use the highest quantity' });
  await choice.click();
  expect(Number(await becomes.innerText())).toBeLessThan(highest);
  await choice.click();
  expect(Number(await becomes.innerText())).toBe(highest);
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: `Merge ${count} SKUs` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Merge ${count} SKUs?`).last().waitFor();
  await dialog.getByRole('button', { name: `Merge ${count} SKUs` }).click();
  await page.getByText('We will send you an email when the merging is complete').waitFor();
  await page.getByText('Merged successfully').waitFor();
  await page.getByText(`${count} of ${count} SKUs were joined`).waitFor();
  await page.getByText('No two SKUs carry the same code. There is nothing to merge.').waitFor();

  await openSku(page, 'BEANS-1000');
  expect(await quantityOf(page)).toBe(highest);
  const listings = page.getByRole('table', { name: 'Listings' });
  for (const name of ['Shopee SG', 'Lazada SG', 'Shopify SG']) await listings.getByText(name).waitFor();
  await settled('BEANS-1000', highest);
  expect(faults).toEqual([]);

  await page.goto(`${web}/dev/mail`);
  await page.getByRole('link', { name: /merg/i }).first().click();
  await page
    .getByText(new RegExp(String(count)))
    .first()
    .waitFor();
  await close();
}, 300_000);
