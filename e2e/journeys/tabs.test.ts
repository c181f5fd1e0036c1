import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callerOf, type Person } from '../api.ts';
import { demoStore, enter, everyLook, flaws, signIn, visit } from '../browser.ts';
import { openSku, quantityOf } from '../market.ts';
import { until } from '../until.ts';

const admin: Person = { email: 'admin@demo.evenstock.test', password: 'evenstock-demo' };
const member: Person = { email: 'member@demo.evenstock.test', password: 'evenstock-demo' };

async function logOut(page: Page): Promise<void> {
  await page.locator('.es-avatar-button').click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
}

/** Fills the dialog; returns the button that saves it. */
async function adjustByOne(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Adjust quantity' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adjustment').fill('1');
  return dialog.getByRole('button', { name: 'Save' });
}

it('a tab goes with the others of its browser: out, and in as somebody else', async () => {
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/orders`, await callerOf(member));
  await page.getByRole('row').nth(1).waitFor();
  const other = await page.context().newPage();
  await other.goto(demoStore);
  await logOut(other);
  await other.getByRole('heading', { name: 'Login to Continue' }).waitFor();

  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  await page.getByText('You need to be logged in to view that page.').waitFor();
  expect(await page.getByRole('row').count()).toBe(0);

  await signIn(other, admin);
  await other.getByRole('heading', { level: 1, name: 'Summary' }).waitFor();
  await page.waitForURL(`**${demoStore}/orders`);
  await page.getByRole('button', { name: 'admin@demo.evenstock.test' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('a tab never acts as somebody else', async () => {
  const sku = 'APRON-01';
  const { page, faults, close } = await visit();
  await openSku(page, sku, await callerOf(admin));
  const before = await quantityOf(page);
  const { token } = await callerOf(member);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.headers()['authentication-token'] ?? '');
  });
  // The cookie changes without an event in this tab, which saves before it can notice.
  const save = await adjustByOne(page);
  await save.evaluate((button, value) => {
    Reflect.set(
      Reflect.get(globalThis, 'document'),
      'cookie',
      `evenstock-token=${value}; Path=/; SameSite=Lax`,
    );
    const click: unknown = Reflect.get(button, 'click');
    if (typeof click === 'function') Reflect.apply(click, button, []);
  }, token);
  await page.getByText('member@demo.evenstock.test signed in in another tab').waitFor();
  await page.getByRole('button', { name: 'member@demo.evenstock.test' }).waitFor();
  expect(sent).toEqual([]);
  expect(await quantityOf(page)).toBe(before);

  await (await adjustByOne(page)).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(() => quantityOf(page), before + 1);
  expect(sent).toEqual([token]);
  const movement = page.getByRole('listitem').filter({ hasText: 'Adjustment' }).first();
  await movement.getByText('member@demo.evenstock.test').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('a page for platform admins shows an owner whom it is for', async () => {
  const { page, close } = await visit();
  await enter(page, '/admin');
  const alert = page.getByRole('alert');
  await alert.getByText('This page is not for your role').waitFor();
  await alert.getByText('This is for the people who run this installation').waitFor();
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  expect(await flaws(page, everyLook)).toEqual([]);
  await alert.getByRole('link', { name: 'Your stores' }).click();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  await close();
});

it('a screen whose code does not come while offline shows a message, and opens without a click', async () => {
  const { page, close } = await visit({}, true);
  await enter(page, `${demoStore}/orders`);
  await page.getByRole('row').nth(1).waitFor();
  await page.context().setOffline(true);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Marketplaces' }).click();
  await page
    .getByText('Evenstock does not answer. Check your connection; this page opens as soon as it does.')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Reload the page' }).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();
  await close();
});

it('a server that hangs is waited for visibly, given up, and retried without a click', async () => {
  const { page, close } = await visit({}, true);
  await page.clock.install();
  await enter(page, `${demoStore}/orders`);
  await page.getByRole('row').nth(1).waitFor();
  let isHanging = true;
  await page.route('**/api/**', async (route) => {
    if (!isHanging) await route.fallback();
  });
  await page.getByRole('tab', { name: 'Shipped' }).click();
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  // No row of the previous tab remains under this one.
  expect(await page.getByRole('row').count()).toBe(0);
  await page.clock.runFor(10_500);
  await page.getByText('Still waiting for Evenstock to answer…').waitFor();
  await page.getByText('reconnecting', { exact: true }).waitFor();
  await page.clock.runFor(10_000);
  await page.getByRole('alert').getByText('Evenstock did not answer in time.').waitFor();
  await page.getByText('Still waiting for Evenstock to answer…').waitFor({ state: 'detached' });

  isHanging = false;
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return page.getByRole('row').count();
    })
    .toBeGreaterThan(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  await close();
});
