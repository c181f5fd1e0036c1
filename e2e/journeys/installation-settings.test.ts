import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts } from '../../scripts/ports.mjs';
import type { Person } from '../api.ts';
import { barriers, overflows, pointAt, signIn, visit } from '../browser.ts';
import { startInstallation, type Installation } from '../installation.ts';

/* Settings that the demo does not have: a separate installation, and its commands. */

let installation: Installation;
let admin: Person;

/** The requests that the installation's tracking address received. */
const bodies: string[] = [];
const paths = () => bodies.map((body) => /"path":"([^"]*)"/.exec(body)?.[1]);
const listener = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString('utf8')));
  request.on('end', () => {
    bodies.push(body);
    response.end();
  });
});

beforeAll(async () => {
  const port = await freePorts(1);
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  installation = await startInstallation({
    EVENSTOCK_COOKIE_PREFIX: 'kopi-corner',
    EVENSTOCK_FAQ_URL: 'https://help.kopi-corner.test/faq',
    EVENSTOCK_PAGE_TRACKING: `http://127.0.0.1:${port}/looked-at`,
  });
  admin = await installation.makeAdmin('admin@kopi-corner.test');
});
afterAll(async () => {
  await installation.stop();
  listener.closeAllConnections();
  listener.close();
});

it('the session cookie has the prefix that the installation sets, and no cookie has the default one', async () => {
  const { page, faults, close } = await visit();
  await page.goto(installation.web);
  await signIn(page, admin);
  await page.getByText('Welcome back!').waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['kopi-corner-token']);
  await page.reload();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('from half a second after signing in, page views are sent to the tracking address', async () => {
  const { page, faults, close } = await visit();
  await page.context().addCookies([{ name: 'ati', value: 'campaign-7', url: installation.web }]);
  bodies.length = 0;
  await page.goto(`${installation.web}/faq?from=advert`);
  await page.waitForTimeout(1500);
  expect(bodies).toEqual([]);

  await page.goto(installation.web);
  const signingIn = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/sessions.json'),
  );
  await signIn(page, admin);
  expect((await signingIn).postDataJSON()).toEqual({ user: { ...admin, ati: 'campaign-7' } });
  await expect.poll(paths).toEqual(['/']);
  // Measured with the browser's clock, because a busy machine reports both late.
  const waited = await page.evaluate<number>(
    `(() => {
      const entries = performance.getEntriesByType('resource');
      const answer = entries.find(({ name }) => name.endsWith('/api/sessions.json'));
      const beacon = entries.find(({ name }) => name.endsWith('/looked-at'));
      return beacon.startTime - answer.responseEnd;
    })()`,
  );
  expect(waited).toBeGreaterThanOrEqual(500);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect.poll(paths).toEqual(['/', '/account']);
  expect(bodies.map((body): unknown => JSON.parse(body))).toEqual([
    { path: '/', ati: 'campaign-7' },
    { path: '/account', ati: 'campaign-7' },
  ]);
  expect(faults).toEqual([]);
  await close();
});

/** Creates a store, where no payment method is asked for. */
async function addStore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^add Store/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  expect(await dialog.getByText(/payment method/).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Create store' }).click();
}

it('without a console nothing leads to one, and the menu’s FAQ is the one that the installation sets', async () => {
  const { page, faults, close } = await visit();
  await page.goto(installation.web);
  await page.getByRole('button', { name: 'LOGIN' }).waitFor();
  expect(await page.getByRole('link', { name: /console/i }).count()).toBe(0);
  await signIn(page, admin);
  await addStore(page, 'Kopi Corner');
  await page.waitForURL('**/stores/kopi-corner/marketplaces');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const faq = page.getByRole('link', { name: /^FAQ/ });
  await pointAt(menu.getByText('Misc', { exact: true }), faq, async (limit) => {
    expect(await faq.getAttribute('href', limit)).toBe('https://help.kopi-corner.test/faq');
    expect(await faq.getAttribute('target', limit)).toBe('_blank');
  });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /console/i }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

it.each([{}, { width: 375, dark: true }])(
  'an expired password lets nobody past the account page until it is another: %o',
  async (look) => {
    const person = await installation.makeAdmin(`expired-${String(look.width ?? 0)}@kopi-corner.test`);
    const { page, faults, close } = await visit(look);
    await page.goto(installation.web);
    await signIn(page, person);
    await page.getByRole('heading', { name: 'Your stores' }).waitFor();
    expect(await installation.command('expire-password', person.email)).toContain(
      `${person.email} must choose a new password at the next visit.`,
    );

    await page.goto(`${installation.web}/stores`);
    await page.getByText('Password expired. Please change your password.').waitFor();
    await page.waitForURL('**/account');
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('New password').waitFor();
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);

    // Neither another address nor signing in again avoids it.
    await page.goto(installation.web);
    await page.waitForURL('**/account');
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
    await signIn(page, person);
    await page.waitForURL('**/account');

    const password = 'chosen after it expired';
    await page.getByRole('dialog').getByLabel('New password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password updated successfully').waitFor();
    await page.getByRole('heading', { name: 'Your stores' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.reload();
    await page.getByRole('heading', { name: 'Your stores' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  },
);

it('the operator’s two lines show above a store, and above the pages outside it until one signs out', async () => {
  const person = await installation.makeAdmin('banner@kopi-corner.test');
  const { page, faults, close } = await visit();
  await installation.command('announce', 'Couriers do not come on Monday', 'Ship before Friday');
  await page.goto(installation.web);
  await signIn(page, person);
  await addStore(page, 'Teh Corner');
  await page.waitForURL('**/stores/teh-corner/marketplaces');
  const banner = page.getByRole('region', { name: 'Ship before Friday' });
  await banner.waitFor();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.getByText('This device').waitFor();
  await banner.waitFor();
  await page.getByRole('link', { name: 'Your stores' }).click();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  expect(await banner.count()).toBe(1);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  expect(await banner.count()).toBe(0);
  await signIn(page, person);
  // Nothing waits there, so the list of products is what opens.
  await page.waitForURL('**/stores/teh-corner');
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/stores/teh-corner');
  expect(faults).toEqual([]);
  await close();
});

it('a line shows above a store while no worker runs, and is no barrier to anybody', async () => {
  const person = await installation.makeAdmin('silence@kopi-corner.test');
  const { page, faults, close } = await visit();
  await page.goto(installation.web);
  await signIn(page, person);
  await addStore(page, 'Milo Corner');
  await page.waitForURL('**/stores/milo-corner/marketplaces');
  const line = page.getByRole('region', { name: /^Nothing is read from marketplaces or sent there since/ });
  expect(await line.count()).toBe(0);
  // This installation has a worker: its silence is put into what the server answers.
  await page.route(/\/api\/stores\/milo-corner\.json/, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...Object(body), worker_silent_since: '2026-11-01T01:00:00.000Z' },
    });
  });
  await page.reload();
  await line.waitFor();
  expect(await line.textContent()).toContain('2026-11-01 09:00');
  expect(await line.textContent()).toContain('Nothing is lost');
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 740 });
  expect(await overflows(page)).toBe(false);
  await page.unroute(/\/api\/stores\/milo-corner\.json/);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await line.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
