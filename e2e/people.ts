import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from './accounts.ts';

/* Steps before the work: registration, mails, second factor. */

/** Fills the open sign-up dialog. */
export async function signUp(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'SIGN UP' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'SIGN UP' }).click();
  await page.getByRole('heading', { name: 'Please check your inbox.' }).waitFor();
}

/** Waits for the newest mail to an address with a link of this pattern, and returns the link. */
export async function mailedLink(page: Page, email: string, pattern: RegExp): Promise<string> {
  const rows = page.getByRole('row').filter({ hasText: email });
  let link = '';
  const arrived = async () => {
    await page.goto('/dev/mail');
    if ((await rows.count()) === 0) return '';
    await rows.first().getByRole('link').click();
    link = pattern.exec(await page.locator('pre').innerText())?.[0] ?? '';
    return link;
  };
  await expect.poll(arrived, { interval: 500 }).not.toBe('');
  return link;
}

/** Invites an address into a store as a member; returns the mailed link. */
export async function invite(page: Page, slug: string, email: string): Promise<string> {
  await page.goto(`/stores/${slug}/store_profiles`);
  await page.getByRole('button', { name: 'Add user to store' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Invitation pending').waitFor();
  return mailedLink(page, email, /http\S+invitation_token=\S+/);
}

/** Follows the confirmation link of a registration and is signed in. */
export async function confirmByMail(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(page, email, /http\S+confirmation_token=\S+/));
  await page.getByText('Welcome to Evenstock!').waitFor();
  await page.getByRole('heading', { name: 'Your stores' }).waitFor();
}

/** Enables the second factor of the own account. */
export async function switchSecondFactorOn(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const secret = (await dialog.locator('.es-secret').innerText()).trim();
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Keep these recovery codes').waitFor();
}

/** The code of an authenticator app for a secret. */
function codeOf(secret: string, at = Date.now()): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
