import { expect, it } from 'vitest';
import { inviteByApi, newAccount, newMember, PASSWORD } from '../accounts.ts';
import { barriers, demoStore, enter, visit } from '../browser.ts';
import { confirmByMail, invite, signUp, switchSecondFactorOn } from '../people.ts';
import { newStore } from '../stores.ts';

/* How people register, join a store and leave it. */

it('the mailed invitation leads a new person into the store', async () => {
  const { page: owner, close: closeOwner } = await visit();
  const host = await newAccount('host');
  await newStore(host, 'Inviting Store');
  await enter(owner, '/', host);
  const link = await invite(owner, 'inviting-store', 'guest@arrivals.test');

  const { page, faults, close } = await visit();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Set a password for your account' }).waitFor();
  await page.getByText('Then you can work in Inviting Store as guest@arrivals.test.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'SET PASSWORD' }).click();
  await page.getByText('Password is required').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'SET PASSWORD' }).click();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('link', { name: /Inviting Store/ }).click();
  await page.waitForURL('**/stores/inviting-store**');

  await owner.goto('/stores/inviting-store/store_profiles');
  await owner.getByRole('link', { name: 'guest@arrivals.test' }).click();
  await owner.getByText(/^Accepted at /).waitFor();

  // The link works once.
  const { page: late, close: closeLate } = await visit();
  await late.goto(link);
  await late.getByRole('heading', { name: 'The invitation could not be accepted' }).waitFor();
  expect(faults).toEqual([]);
  await Promise.all([close(), closeOwner(), closeLate()]);
});

it('an invitation of an existing account is accepted by a button, and only by that account', async () => {
  const [{ page: owner, close: closeOwner }, { page, faults, close }] = [await visit(), await visit()];
  const host = await newAccount('second-host');
  const known = await newAccount('known');
  const link = await inviteByApi(host, await newStore(host, 'Second Store'), known.email);

  await enter(owner, '/', host);
  await owner.goto(link);
  await owner
    .getByText(`You are signed in as ${host.email}, but the invitation is for ${known.email}.`)
    .waitFor();
  await enter(page, '/', known);
  await page.goto(link);
  await page.getByRole('heading', { name: 'You are invited to Second Store' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('You are a member now.').waitFor();
  await page.getByRole('link', { name: /Second Store/ }).waitFor();
  expect(faults).toEqual([]);
  await Promise.all([close(), closeOwner()]);
});

it('a copied referral link leads to a new account', async () => {
  const { page: owner, faults: ownerFaults, close: closeOwner } = await visit();
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(owner, `${demoStore}/refer_friend`);
  const copy = owner.getByRole('button', { name: 'Copy the referral link' });
  const copied = owner.getByRole('button', { name: 'Copied!' });
  const clicked = Date.now();
  await copy.click();
  await copied.waitFor();
  await copied.waitFor({ state: 'detached' });
  expect(Date.now() - clicked).toBeGreaterThanOrEqual(1000);
  await copy.waitFor();
  const link = await owner.evaluate<string>('navigator.clipboard.readText()');

  const { page, faults, close } = await visit();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Demo Store invites you to Evenstock' }).waitFor();
  await page.getByText('Sign up and get a $50 voucher.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  const registration = page.waitForRequest((request) => request.method() === 'POST');
  await signUp(page, 'friend@arrivals.test');
  const code = new URL(link).searchParams.get('code');
  expect(await registration.then((request) => request.postData())).toContain(`"code":"${String(code)}"`);
  await confirmByMail(page, 'friend@arrivals.test');
  // The account is not registered twice.
  await page.goto(link);
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect([...faults, ...ownerFaults]).toEqual([]);
  await Promise.all([close(), closeOwner()]);
});

it('signing in from the console returns to the page that asked for it', async () => {
  const { page, faults, close } = await visit();
  await page.goto(`${demoStore}/marketplaces`);
  await page.getByText('You need to be logged in to view that page.').waitFor();
  await page.getByRole('link', { name: /console/i }).click();
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  const console = page.url();
  // The answer is delayed, so that the loading page can be checked.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/v2/sessions.json', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign in and go on to Evenstock' }).click();
  await page.getByRole('heading', { name: 'Logging into Evenstock' }).waitFor();
  const entry = page.url();
  letGo();
  await page.getByText('Welcome back!').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${demoStore}/marketplaces`);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  const dashboard = page.getByRole('menuitem', { name: 'Console dashboard' }).getByRole('link');
  expect(await dashboard.getAttribute('href')).toBe(`${new URL(console).origin}/dashboard`);

  // An account that is signed in is not changed for another before its user agrees.
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  const other = await newAccount('other-console');
  const entries: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/sessions.json')) entries.push(request.method());
  });
  const arriveAs = async () => {
    await enter(page, '/stores', other);
    await page.goto(console);
    await page.getByRole('button', { name: 'Sign in and go on to Evenstock' }).click();
    await page.getByRole('heading', { name: 'Change the account?' }).waitFor();
    await page.getByText(`You are signed in as ${other.email}.`).waitFor();
  };
  await arriveAs();
  await page.getByRole('link', { name: `Stay ${other.email}` }).click();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  expect(entries).toEqual([]);
  await arriveAs();
  expect(entries).toEqual([]);
  await page.getByRole('button', { name: /^Go on as / }).click();
  await page.getByText('Welcome back!').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();
  expect(entries).toEqual(['POST']);

  const { page: thief, close: closeThief } = await visit();
  await thief.goto(entry);
  await thief.getByRole('heading', { name: 'Login Failed' }).waitFor();
  expect(faults).toEqual([]);
  await Promise.all([close(), closeThief()]);
});

it('a store that requires a second factor admits members once they have one', async () => {
  const [{ page: owner, faults: ownerFaults, close: closeOwner }, { page, faults, close }] = [
    await visit(),
    await visit(),
  ];
  const careful = await newAccount('careful');
  await newStore(careful, 'Careful Store');
  const without = await newMember(careful, 'careful-store', 'without');

  await enter(owner, '/stores/careful-store/settings', careful);
  const panel = owner.getByRole('region', { name: 'Second factor' });
  // An owner without a second factor would lock themselves out.
  await panel.getByText('Switch it on in your own account first').waitFor();
  expect(await panel.getByRole('switch').isDisabled()).toBe(true);
  await switchSecondFactorOn(owner);
  await owner.goto('/stores/careful-store/settings');
  await panel.getByRole('switch').click();
  await panel.getByRole('switch', { checked: true }).waitFor();

  await enter(page, '/stores/careful-store/marketplaces', without);
  await page.getByRole('heading', { name: 'This store asks for a second factor' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open my account' }).click();
  await page.waitForURL('**/account');
  await switchSecondFactorOn(page);
  await page.goto('/stores/careful-store/marketplaces');
  await page.getByRole('heading', { level: 1, name: 'Marketplaces' }).waitFor();
  expect([...faults, ...ownerFaults]).toEqual([]);
  await Promise.all([close(), closeOwner()]);
});

it('a member who leaves a store confirms twice, and loses access at once', async () => {
  const stays = await newAccount('stays');
  const leaves = await newMember(stays, await newStore(stays, 'Left Store'), 'leaves');
  const { page, faults, close } = await visit();

  await enter(page, '/stores/left-store/settings', leaves);
  await page.getByRole('button', { name: 'Leave Store' }).click();
  const question = page.getByRole('dialog', { name: 'Leave Left Store?' });
  await question.getByText('You lose access at once.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/stores/left-store/settings');
  await page.getByRole('button', { name: 'Leave Store' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Left Store Left Store successfully').waitFor();
  await page.waitForURL('**/stores');
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  expect(await page.getByRole('link', { name: /Left Store/ }).count()).toBe(0);
  const notFound = page.getByText('This store was not found, or it is not yours.');
  expect(await notFound.count()).toBe(0);
  await page.goto('/stores/left-store/settings');
  await page.waitForURL('**/stores');
  await notFound.waitFor();
  expect(faults).toEqual([]);
  await close();
});
