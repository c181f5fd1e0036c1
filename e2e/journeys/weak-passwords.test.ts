import { authenticate } from '@evenstock/contract/accounts/accounts';
import { expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import { barriers, enter, everyLook, flaws, visit } from '../browser.ts';

/* Passwords that are tried first, and short ones. */

it('who signed in with a common password is asked for another one on each screen', async () => {
  const person = await newAccount('common');
  const { page, faults, close } = await visit();
  const question = page.getByText('Too many people use your password. Choose another one.');
  await enter(page, '/', person);
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
  expect(await question.count()).toBe(0);
  await page.route('**/api/sessions/authenticate.json', async (route) => {
    const answer = await route.fetch();
    const { user } = authenticate.reply.parse(await answer.json());
    await route.fulfill({ response: answer, json: { user: { ...user, password_common: true } } });
  });
  await page.reload();
  await question.waitFor();
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.getByRole('link', { name: 'Change Password' }).click();
  await page.waitForURL('**/account');
  await question.waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('a new password is measured while it is typed, at sign-up and in the account', async () => {
  const advice = '12 characters or more are hard to guess.';
  const enough = 'Long enough to be hard to guess.';
  const { page, faults, close } = await visit();
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign up' }).first().click();
  const signUp = page.getByRole('dialog', { name: 'SIGN UP' });
  await signUp.getByRole('status').getByText(advice).waitFor();
  await signUp.getByLabel('Password', { exact: true }).fill('elevenchars');
  await signUp.getByText(advice).waitFor();
  await signUp.getByLabel('Password', { exact: true }).fill('twelve chars');
  await signUp.getByRole('status').getByText(enough).waitFor();
  expect(await barriers(page)).toEqual([]);

  await enter(page, '/account', await newAccount('measured'));
  await page.getByRole('button', { name: 'Change Password' }).click();
  const change = page.getByRole('dialog', { name: 'Change Password' });
  await change.getByText(advice).waitFor();
  await change.getByLabel('New password').fill('twelve chars');
  await change.getByText(enough).waitFor();
  expect(faults).toEqual([]);
  await close();
});
