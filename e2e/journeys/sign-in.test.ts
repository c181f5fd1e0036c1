import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, signIn, visit, type Look } from '../browser.ts';

/** Other journeys open stores of the owner's; the admin has one. */
const admin = { email: 'admin@demo.evenstock.test', password: 'evenstock-demo' };

describe('a person who is not signed in', () => {
  it('is asked to sign in, with an error for each missing field', async () => {
    const { page, faults, close } = await visit();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await page.getByLabel('Email', { exact: true }).fill('owner');
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByText('Email is invalid').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('sees an error for a wrong password', async () => {
    const { page, close } = await visit();
    await page.goto('/');
    await signIn(page, { email: 'owner@demo.evenstock.test', password: 'wrong' });
    await page.getByRole('alert').getByText('Log in failed').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  it('returns to the page that asked for it, with a welcome', async () => {
    const { page, faults, close } = await visit();
    await page.goto(`${demoStore}/marketplaces?name_cont=a`);
    await page.getByText('You need to be logged in to view that page.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await signIn(page);
    await page.getByText('Welcome back!').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();
    expect(page.url()).toContain(`${demoStore}/marketplaces?name_cont=a`);
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['/nonsense', '/stores/demo-store/nonsense/x', '/marketplaces'])(
    'finds nothing at %s',
    async (path) => {
      const { page, close } = await visit();
      await page.goto(path);
      await page.getByText('Oops, Page was not found!').waitFor();
      await close();
    },
  );

  it.each(['/faq', '/privacy-policy'])('may read %s', async (path) => {
    const { page, faults, close } = await visit();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

it.each<Look>([{}, { dark: true }, { width: 375 }, { width: 375, dark: true }])(
  'everybody can use the sign-in page: %o',
  async (look) => {
    const { page, close } = await visit(look);
    await page.goto('/');
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await page.getByText('Email is required').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await close();
  },
);

it('signs out and deletes its cookies', async () => {
  const { page, close } = await visit();
  await page.goto('/');
  await signIn(page, admin);
  // Who has one store is led into it, to what waits there; `/` itself stays the list.
  await page.waitForURL(`**${demoStore}/summary`);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/stores');
  await page.getByText('You need to be logged in to view that page.').waitFor();
  await close();
});

it('stays signed in while the server has trouble, and is signed out when the token is rejected', async () => {
  const { page, close } = await visit();
  await page.goto('/');
  await signIn(page, admin);
  await page.getByRole('heading', { level: 1, name: 'Summary' }).waitFor();

  await page.route('**/api/sessions/authenticate.json', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page.getByText('Sorry, something went wrong. Please try again later.').waitFor();
  expect(await page.context().cookies()).toHaveLength(1);
  await page.unroute('**/api/sessions/authenticate.json');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Summary' }).waitFor();

  const [cookie] = await page.context().cookies();
  if (cookie === undefined) throw new Error('no cookie');
  expect(cookie).toMatchObject({ name: 'evenstock-token', sameSite: 'Lax' });
  expect(cookie.expires * 1000 - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await page.context().addCookies([{ ...cookie, value: 'no-such-token' }]);
  await page.reload();
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await close();
});

describe('downloads a limited amount of compressed script', () => {
  async function scriptBytes(path: string, ready: string, signedIn: boolean): Promise<number> {
    const { page, close } = await visit({}, true);
    if (signedIn) await enter(page, '/faq');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const sizes: Promise<number>[] = [];
    const measure = (request: Request) => {
      if (request.resourceType() === 'script') sizes.push(bodySize(request));
    };
    page.on('requestfinished', measure);
    await page.goto(path);
    await page.getByRole('heading', { name: ready }).waitFor();
    await page.waitForTimeout(1000);
    page.off('requestfinished', measure);
    const all = await Promise.all(sizes);
    await close();
    return all.reduce((sum, size) => sum + size, 0);
  }
  const bodySize = async (request: Request) => (await request.sizes()).responseBodySize;

  it.each([
    ['/', 'Login to Continue', false, 150_000],
    [`${demoStore}/marketplaces`, 'Marketplaces', true, 500_000],
    [`${demoStore}/orders`, 'Orders', true, 500_000],
    [`${demoStore}/products`, 'Products', true, 500_000],
  ])('for %s', async (path, ready, signedIn, budget) => {
    const bytes = await scriptBytes(path, ready, signedIn);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(budget);
  });
});
