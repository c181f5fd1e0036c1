import { listVariants } from '@evenstock/contract/catalog/variants';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { demoStore, enter, owner, ownerCaller, visit } from '../browser.ts';
import { statement } from '../database.ts';

/* What surrounds every screen of a store: session, load of the store, breadcrumbs, tabs, avatars, colours of states. */

/** Holds the next call to an address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const handler = async (route: Route): Promise<void> => {
    await released;
    await route.continue();
  };
  await page.route(address, handler, { times: 1 });
  return release;
}

const words = (page: Page): Promise<string> => page.evaluate<string>('document.body.innerText.trim()');

it.each(['/', '/account'])(
  '%s draws nothing while the session is checked; a check without an answer can be repeated',
  async (path) => {
    const { page, close } = await visit();
    await enter(page, '/faq');
    const authenticate = '**/api/sessions/authenticate.json';
    const release = await hold(page, authenticate);
    const asked = page.waitForRequest(authenticate);
    await page.goto(path);
    await asked;
    await page.waitForTimeout(300);
    expect(await words(page)).toBe('');
    release();
    await page.getByRole('heading', { level: 1 }).first().waitFor();

    await page.route(authenticate, (route) => route.abort());
    await page.reload();
    await page.getByText('Sorry, something went wrong.').waitFor();
    expect(await page.getByRole('heading', { name: 'Login to Continue' }).count()).toBe(0);
    await page.unroute(authenticate);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: /Your stores|Account/ }).waitFor();
    await close();
  },
);

it('the frame of a store waits for its store, and repeats a load that failed after 300 ms', async () => {
  const { page, close } = await visit();
  await enter(page, '/stores');
  const store = '**/api/stores/demo-store.json';
  const begun: number[] = [];
  let failed = 0;
  await page.route(store, async (route) => {
    begun.push(performance.now());
    if (begun.length > 1) return route.continue();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await route.fulfill({ status: 503, body: '' });
    failed = performance.now();
  });
  await page.goto(`${demoStore}/settings`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(begun).toHaveLength(2);
  // The browser’s delay, less what this process noticed late.
  expect((begun[1] ?? 0) - failed).toBeGreaterThan(250);
  await close();
});

it('a question that could not be loaded shows a retry, and is asked after the page was reloaded', async () => {
  const { page, close } = await visit();
  await enter(page, '/faq', await callerOf({ ...owner, email: 'member@demo.evenstock.test' }));
  const host = '**/assets/overlays-host-*.js';
  await page.route(host, (route) => route.abort());
  await page.goto(`${demoStore}/settings`);
  const leave = page.getByRole('button', { name: 'Leave Store' });
  const missed = page.getByRole('alert').filter({ hasText: 'Sorry, something went wrong' });
  await leave.click();
  await missed.waitFor();
  await page.unroute(host);
  await missed.getByRole('button', { name: 'Retry' }).click();
  await missed.waitFor({ state: 'detached' });
  await leave.click();
  await page
    .getByRole('dialog', { name: 'Leave Demo Store?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await close();
});

it('breadcrumbs lead from the store to the page; those of a SKU end with its full name', async () => {
  const { call } = await ownerCaller();
  const params = { storeId: 'demo-store' };
  const { variants } = await call(listVariants, { params, query: { per_page: 100 } });
  const variant = variants.find(({ full_product_name: name, product }) => name !== product.name);
  if (variant === undefined) throw new Error('No SKU of the demo has a name beside its product’s.');
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/products/${variant.product.slug}/variants/${variant.slug}`);
  await page.locator('.es-breadcrumbs [aria-current=page]').waitFor();
  const names = await page.locator('.es-breadcrumbs li:not([aria-hidden])').allInnerTexts();
  expect(names.map((name) => name.trim())).toEqual(['Demo Store', 'Products', variant.full_product_name]);
  await page.locator('.es-breadcrumbs').getByRole('link', { name: 'Products' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

/** In the page: notes when tabs are drawn first, and when the address is replaced. */
const noteRedirect = `
  new MutationObserver((_, watcher) => {
    if (document.querySelector('[role=tab]') === null) return;
    performance.mark('tabs');
    watcher.disconnect();
  }).observe(document, { childList: true, subtree: true });
  const replace = history.replaceState.bind(history);
  history.replaceState = (state, title, address) => {
    if (String(address).endsWith('/settings')) performance.mark('redirected');
    replace(state, title, address);
  };`;

it('100 ms after an unknown tab is opened, the default one’s address replaces it', async () => {
  const { page, faults, close } = await visit({}, true);
  await page.addInitScript(noteRedirect);
  await enter(page, '/stores');
  await page.goto(`${demoStore}/settings/no-such-tab`);
  await page.waitForURL(`**${demoStore}/settings`);
  const delay = await page.evaluate(() => performance.measure('delay', 'tabs', 'redirected').duration);
  // On a busy machine the delay begins some tens of milliseconds before the drawing that is observed.
  expect(delay).toBeGreaterThan(30);
  expect(faults).toEqual([]);
  await close();
});

it('an account shows its picture, else its first letter; a store its first letter', async () => {
  const { page, faults, close } = await visit();
  await enter(page, '/stores');
  const avatar = page.getByRole('button', { name: /^Account menu/ });
  expect(await avatar.innerText()).toBe('O');
  const card = page.getByRole('link', { name: /Demo Store/ });
  expect(await card.locator('.es-store-letter').innerText()).toBe('D');
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const ofOwner = `where email = 'owner@demo.evenstock.test'`;
  await statement(`update users set avatar_url = $1 ${ofOwner}`, [picture]);
  await page.reload();
  expect(await avatar.getByRole('img').getAttribute('src')).toBe(picture);
  await statement(`update users set avatar_url = null ${ofOwner}`);
  expect(faults).toEqual([]);
  await close();
});
