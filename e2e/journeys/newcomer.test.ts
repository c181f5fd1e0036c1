import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { barriers, demoStore, everyLook, flaws, overflows, visit } from '../browser.ts';

/* Somebody who opens the demo for the first time, and types no address. */

it('comes from the first page to an order of their own with six clicks', async () => {
  const { page, faults, close } = await visit({}, true);
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const openedBy = async (link: Locator): Promise<Page> => {
    const opened = page.context().waitForEvent('page');
    await click(link);
    return opened;
  };
  await page.goto('/');
  // The owner has more stores once other journeys have opened theirs.
  await click(page.getByRole('button', { name: 'Admin', exact: true }));
  await page.waitForURL(`**${demoStore}/summary`);
  const shop = await openedBy(page.getByRole('link', { name: 'Buy something as a customer' }));
  const goods = shop.getByLabel('What, line 1');
  const choice = await goods.locator('option:not([disabled])').nth(1).getAttribute('value');
  // A person opens the list, and chooses: two clicks.
  clicks += 2;
  await goods.selectOption(choice ?? '');
  await click(shop.getByRole('button', { name: 'Place order' }));
  await shop.waitForURL('**/orders/*');
  const number = decodeURIComponent(new URL(shop.url()).pathname.split('/').at(-1) ?? '');
  await click(page.getByRole('link', { name: 'Orders', exact: true }));
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  expect(clicks).toBeLessThanOrEqual(6);
  expect(faults).toEqual([]);
  await close();
});

it('reads what to try, until the hints are closed', async () => {
  const { page, faults, close } = await visit({ width: 375 }, true);
  await page.goto('/');
  expect(await overflows(page)).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Member', exact: true }).click();
  await page.waitForURL(`**${demoStore}/summary`);
  const hints = page.getByRole('region', { name: 'Try this in the demo' });
  await hints.getByRole('link', { name: 'Merge SKUs that match' }).waitFor();
  const placeOf = async (name: string) => {
    const address = await hints.getByRole('link', { name }).getAttribute('href');
    const answer = await page.request.get(new URL(address ?? '', page.url()).href);
    return answer.text();
  };
  expect(await placeOf('Change a quantity on a marketplace')).toContain('aria-label="Quantity of ');
  expect(await placeOf('Read the mails')).toContain('href="/dev/mail/');
  expect(await overflows(page)).toBe(false);
  expect(await flaws(page, everyLook)).toEqual([]);
  await hints.getByRole('button', { name: 'Close the hints' }).click();
  await hints.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
  expect(await hints.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
