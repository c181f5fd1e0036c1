import { expect, it } from 'vitest';
import { newAccount, newEmail, PASSWORD } from '../accounts.ts';
import { barriers, enter, overflows, signIn, visit } from '../browser.ts';
import { confirmByMail, mailedLink, signUp, switchSecondFactorOn } from '../people.ts';

/** In the page: marks when the next button is pressed, and when the sign-up dialog is shown. */
function measureSwitch(): void {
  const watcher = new MutationObserver(() => {
    if (document.querySelector('[autocomplete=new-password]') === null) return;
    performance.mark('shown');
    watcher.disconnect();
  });
  const pressed = (): void => {
    performance.mark('pressed');
    watcher.observe(document.body, { childList: true, subtree: true });
  };
  document.addEventListener('click', pressed, { capture: true, once: true });
}

it('a person registers, confirms by mail, and is signed in', async () => {
  const { page, faults, close } = await visit();
  await page.goto('/');
  await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
  const signInDialog = page.getByRole('dialog', { name: 'Log in' });
  await page.evaluate(measureSwitch);
  await signInDialog.getByRole('button', { name: 'No account yet? Sign up' }).click();
  await page.getByRole('dialog', { name: 'SIGN UP' }).waitFor();
  expect(await signInDialog.count()).toBe(0);
  const delay = await page.evaluate(() => performance.measure('delay', 'pressed', 'shown').duration);
  expect(delay).toBeGreaterThanOrEqual(300);
  await page.getByRole('dialog').getByRole('button', { name: 'SIGN UP' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByText('Password is required').waitFor();
  expect(await barriers(page)).toEqual([]);
  const email = newEmail('new');
  await signUp(page, email);
  await confirmByMail(page, email);
  expect(faults).toEqual([]);
  await close();
});

it('in another browser the mailed link asks for the password', async () => {
  const { page, close } = await visit();
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Sign up' }).first().click();
  await signUp(page, 'elsewhere@people.test');
  const link = await mailedLink(page, 'elsewhere@people.test', /http\S+confirmation_token=\S+/);
  const other = await visit();
  await other.page.goto(link);
  await other.page.getByText('Type the password that you chose when you signed up.').waitFor();
  await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.page.getByRole('button', { name: 'CONFIRM' }).click();
  await other.page.getByText('Welcome to Evenstock!').waitFor();
  await other.close();
  await close();
});

it('the account page changes the password, ends sessions, and enables a second factor', async () => {
  const account = await newAccount('account');
  const { email } = account;
  const { page, faults, close } = await visit();
  await enter(page, '/', account);
  const elsewhere = await visit();
  await elsewhere.page.goto('/');
  await signIn(elsewhere.page, { email, password: PASSWORD });
  await elsewhere.page.getByText('Welcome back!').waitFor();

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.getByText('This device').waitFor();
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await page.getByText('Signed out', { exact: true }).waitFor();
  await elsewhere.page.reload();
  await elsewhere.page.getByRole('heading', { name: 'Login to Continue' }).waitFor();

  await switchSecondFactorOn(page);
  const code = (await page.locator('.es-recovery-codes li').first().innerText()).trim();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('New password').fill('yet another password');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  await page.getByText('Password updated successfully').waitFor();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();

  await signIn(elsewhere.page, { email, password: 'yet another password' });
  await elsewhere.page.getByLabel('Authentication code').fill(code);
  await elsewhere.page.getByRole('button', { name: 'LOGIN' }).click();
  await elsewhere.page.getByText('Welcome back!').waitFor();
  expect([...faults, ...elsewhere.faults]).toEqual([]);
  await elsewhere.close();
  await close();
});

it('an account is scheduled for deletion, with the date until which it can be kept', async () => {
  const { page, close } = await visit({ width: 375 });
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.landing-menu').getByRole('button', { name: 'Sign up' }).click();
  await signUp(page, 'leaving@people.test');
  await page.goto(await mailedLink(page, 'leaving@people.test', /http\S+confirmation_token=\S+/));
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  await page.goto('/account');
  await page.getByText('This device').waitFor();
  expect(await overflows(page)).toBe(false);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText(/Your account will be deleted on \d{4}-\d\d-\d\d/).waitFor();
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  await close();
});

it.each(['/accept_invitation', '/accept_referral', '/confirm_sign_up'])(
  '%s without its query is no link',
  async (path) => {
    const { page, faults, close } = await visit();
    await page.goto(path);
    await page.getByRole('heading', { name: 'Invalid link followed' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  },
);

it('an entry from the console without its query shows an error', async () => {
  const { page, close } = await visit();
  await page.goto('/console_entry?userid=1');
  await page.getByRole('heading', { name: 'Login Failed' }).waitFor();
  await close();
});
