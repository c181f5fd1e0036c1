import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAccount, newEmail } from '../accounts.ts';
import { barriers, overflows, signIn, visit, type Look } from '../browser.ts';

const subject = 'Reset your Evenstock password';

async function askForLink(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Forget Password?' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').getByText('Please check your inbox.').waitFor();
  await dialog.waitFor({ state: 'detached' });
}

/** Follows the link of the newest mail to an address, once there are this many. */
async function followMailedLink(page: Page, recipient: string, mails: number): Promise<string> {
  const rows = page.getByRole('row').filter({ hasText: recipient }).filter({ hasText: subject });
  const arrived = async () => {
    await page.goto('/dev/mail');
    return rows.count();
  };
  await expect.poll(arrived, { interval: 500 }).toBe(mails);
  await rows.first().getByRole('link').click();
  const [link = ''] = /http\S+reset_password_token=\S+/.exec(await page.locator('pre').innerText()) ?? [];
  await page.goto(link);
  return link;
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'RESET PASSWORD' }).click();
}

it('the mailed link resets a forgotten password once, and ends all other sessions', async () => {
  const member = await newAccount('forgetful');
  const elsewhere = await visit();
  await elsewhere.page.goto('/');
  await signIn(elsewhere.page, member);
  await elsewhere.page.getByRole('heading', { name: 'Your stores' }).waitFor();

  const { page, faults, close } = await visit();
  await page.goto('/');
  await page.getByRole('link', { name: 'Reset Password' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Email is required').waitFor();
  await askForLink(page, member.email);

  const link = await followMailedLink(page, member.email, 1);
  await choosePassword(page, 'seven77');
  await page.getByText('Password must be at least 8 characters long').waitFor();
  await choosePassword(page, 'a whole new one');
  await page.getByText('Password changed successfully').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await elsewhere.page.reload();
  await elsewhere.page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  await signIn(page, member);
  await page.getByRole('alert').getByText('Email or password is wrong.').waitFor();
  await signIn(page, { email: member.email, password: 'a whole new one' });
  await page.getByText('Welcome back!').waitFor();

  await elsewhere.page.goto(link);
  await choosePassword(elsewhere.page, member.password);
  const refused = elsewhere.page.getByRole('alert');
  await refused.getByText('Failed to reset password').waitFor();
  await refused.getByText('This link was used already').waitFor();
  await elsewhere.page.getByRole('link', { name: 'Ask for a new link' }).click();
  await askForLink(elsewhere.page, member.email);
  await followMailedLink(elsewhere.page, member.email, 2);
  await choosePassword(elsewhere.page, member.password);
  await elsewhere.page.getByText('Password changed successfully').waitFor();

  expect([...faults, ...elsewhere.faults]).toEqual([]);
  await close();
  await elsewhere.close();
});

it('an unknown address gets the same answer and no mail', async () => {
  const nobody = newEmail('nobody');
  const somebody = await newAccount('somebody');
  const { page, close } = await visit();
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).fill(nobody);
  await page.getByRole('link', { name: 'Reset Password' }).click();
  expect(await page.getByRole('dialog').getByLabel('Email').inputValue()).toBe(nobody);
  await askForLink(page, nobody);
  // A mail that is requested later arrives first.
  await page.getByRole('link', { name: 'Reset Password' }).click();
  await askForLink(page, somebody.email);
  await followMailedLink(page, somebody.email, 1);
  await page.goto('/dev/mail');
  expect(await page.getByText(nobody).count()).toBe(0);
  await close();
});

it('the dialog works by keyboard, and returns the focus', async () => {
  const { page, close } = await visit();
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Reset Password' });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Forget Password?' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  await close();
});

it('the dialog shows the server’s error and stays open', async () => {
  const { page, close } = await visit();
  await page.route('**/api/account/forget_password.json', (route) => route.abort());
  await page.goto('/?forget_password');
  const dialog = page.getByRole('dialog', { name: 'Forget Password?' });
  await dialog.getByLabel('Email').fill('member@demo.evenstock.test');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Failed to reset password').waitFor();
  await close();
});

it('a link without its token is invalid', async () => {
  const { page, faults, close } = await visit();
  await page.goto('/reset_password');
  await page.getByRole('heading', { name: 'Invalid link followed' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await page.getByRole('dialog', { name: 'Forget Password?' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it.each<Look>([{}, { dark: true }, { width: 375 }, { width: 375, dark: true }])(
  'everybody can use the dialog and the page: %o',
  async (look) => {
    const { page, close } = await visit(look);
    await page.goto('/?forget_password');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Email is required').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);

    await page.goto('/reset_password?reset_password_token=no-such-token');
    await choosePassword(page, 'long enough');
    await page.getByRole('alert').getByText('Failed to reset password').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await close();
  },
);
