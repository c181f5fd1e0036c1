import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

/*
 * Takes the documents' pictures from the running demo: `npm start` in one terminal, `npm run pictures` in another.
 * EVENSTOCK_PICTURES_FROM sets another address of the program, EVENSTOCK_CHROMIUM another browser.
 */
const from = process.env['EVENSTOCK_PICTURES_FROM'] ?? 'http://localhost:3000';
const folder = join(import.meta.dirname, '../docs/pictures');

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).fill('owner@demo.evenstock.test');
  await page.getByLabel('Password', { exact: true }).fill('evenstock-demo');
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await page.getByRole('link', { name: 'Orders', exact: true }).first().waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  await page.getByText('live', { exact: true }).waitFor();
  await page.locator('.ant-skeleton, .es-list-skeleton').first().waitFor({ state: 'detached' });
  // The welcome message disappears after a while.
  await page.locator('.ant-message-notice').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  process.stdout.write(`${path}\n`);
}

const browser = await chromium.launch({
  executablePath: process.env['EVENSTOCK_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({
    baseURL: from,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-SG',
    reducedMotion: 'reduce',
  });
  await signIn(page);
  await page.goto('/stores/demo-store/orders?tab=all&per_page=20&page=2');
  await take(page, 'orders');
  await page.goto('/stores/demo-store/products?name_or_sku_cont=CUP-BLUE');
  const row = page.getByRole('row').filter({ hasText: 'CUP-BLUE' }).first();
  await row.getByRole('link', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Sync from marketplace' }).click();
  await page.getByText('Successfully pulled').waitFor();
  await page.locator('.es-figure-first .es-number-link').click();
  const why = page.getByRole('dialog', { name: /^Why / });
  await why.getByRole('heading', { name: 'Ledger' }).waitFor();
  await take(page, 'variant');
} finally {
  await browser.close();
}
