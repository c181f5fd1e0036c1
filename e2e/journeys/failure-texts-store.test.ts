import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount, newMember, type Account } from '../accounts.ts';
import { enter, visit } from '../browser.ts';
import { addMarketplace } from '../connecting.ts';
import { reason, refuse, says } from '../refusals.ts';
import { newShopId, newStore, openShop } from '../stores.ts';

/* What the screens of stores, members and accounts say where the server refuses: the text of the specification, then the reason. */

let owner: Account;
let member: Account;
let store: string;

beforeAll(async () => {
  owner = await newAccount('refused-owner');
  const storeId = await newStore(owner, 'Refused Store');
  store = `/stores/${storeId}`;
  member = await newMember(owner, storeId, 'refused-member');
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const inDialog = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

describe('a refusal is said in the words of the specification', () => {
  it('for creating, editing and deleting a store', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/stores', owner);
    await refuse(page, 'stores.json');
    await page.getByRole('button', { name: /^add Store/ }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Not to be');
    await inDialog(page, 'Create store');
    await says(page, 'Failed to create Store : ');

    await page.goto(`${store}/settings`);
    await refuse(page, `${store.slice(1)}.json`);
    await press(page, 'Edit');
    await page.getByRole('dialog').getByLabel('Company Name').fill('Painters');
    await inDialog(page, 'Save');
    await says(page, 'Failed to update store: ');

    await page.goto(`${store}/settings`);
    await press(page, 'Delete Store');
    await page.getByRole('dialog').getByLabel('Type Refused Store to confirm').fill('Refused Store');
    await inDialog(page, 'Delete Store');
    await says(page, 'Failed to delete Store Refused Store: ');
    expect(new URL(page.url()).pathname).toBe(`${store}/settings`);
    expect(faults).toEqual([]);
    await close();
  });

  it('for adding a member, changing a role, removing a member and leaving', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${store}/store_profiles`, owner);
    await refuse(page, 'store_profiles.json');
    await press(page, 'Add user to store');
    await page.getByRole('dialog').getByLabel('Email').fill('painter@shop.test');
    await inDialog(page, 'Send invitation');
    await says(page, 'Failed to add user: ');

    await page.goto(`${store}/store_profiles`);
    await page.getByRole('link', { name: member.email }).click();
    await refuse(page, 'store_profiles/*');
    await press(page, 'Edit role');
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Admin/ })
      .check();
    await inDialog(page, 'Save');
    await says(page, "Failed to update user's store role: ");
    await inDialog(page, 'Cancel');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await press(page, 'Remove');
    await page.getByRole('dialog', { name: 'Remove member?' }).getByRole('button', { name: 'Yes' }).click();
    await page.getByText(`Failed to delete Member ${member.email}`, { exact: true }).waitFor();

    await enter(page, `${store}/settings`, member);
    await refuse(page, 'leave.json');
    await press(page, 'Leave Store');
    await inDialog(page, 'Yes');
    await says(page, 'Failed to leave Store Refused Store: ');
    expect(faults).toEqual([]);
    await close();
  });

  it('for beginning, withdrawing, accepting and rejecting a transfer of the ownership', async () => {
    const [mine, theirs] = [await visit(), await visit()];
    const { page } = mine;
    await enter(page, `${store}/settings`, owner);
    const offer = async () => {
      await press(page, 'Transfer Ownership');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Transferee').click();
      await page.getByTitle(member.email).click();
      await dialog.getByLabel('Type Refused Store to confirm').fill('Refused Store');
      await inDialog(page, 'Transfer Ownership');
    };
    const allowed = await refuse(page, 'store_transfers.json');
    await offer();
    await says(page, 'Failed to initiate transfer: ');
    await allowed();
    await inDialog(page, 'Transfer Ownership');
    await page.getByText('(Pending Transfer)').waitFor();
    await refuse(page, 'store_transfers/*');
    await press(page, 'Cancel Ownership Transfer');
    await says(page, 'Failed to cancel ownership transfer: ');

    await enter(theirs.page, `${store}/settings`, member);
    await refuse(theirs.page, 'accept.json');
    await refuse(theirs.page, 'reject.json');
    await press(theirs.page, 'Accept Ownership');
    await says(theirs.page, 'Failed to accept ownership transfer: ');
    await press(theirs.page, 'Reject Ownership');
    await says(theirs.page, 'Failed to reject ownership transfer: ');
    expect([...mine.faults, ...theirs.faults]).toEqual([]);
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('for a shop of another name than the one that was typed in', async () => {
    const { page, faults, close } = await visit();
    // The ids of its shops have nineteen digits.
    const shop = `74940000000${newShopId()}`;
    await openShop({ channel: 'tiktok', shop, listings: 1 });
    await enter(page, '/stores', owner);
    const marketplace = {
      store: store.replace('/stores/', ''),
      channel: 'tiktok',
      shop: 'elsewhere',
    } as const;
    await addMarketplace(page, marketplace);
    await press(page, 'Verify');
    await page.locator(`input[value="${shop}"]`).check();
    await press(page, 'Allow');
    await page
      .getByText('Failed to authorize Marketplace: Tiktok shop name does not match')
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('for changing the password, and for mails to friends', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/account', owner);
    await refuse(page, 'api/account.json');
    await press(page, 'Change Password');
    await page.getByLabel('New password').fill('yet another password');
    await press(page, 'Change password');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to change password' });
    await alert.getByText(reason).waitFor();

    await page.goto(`${store}/refer_friend`);
    await refuse(page, 'send_referral_emails.json');
    await page.getByLabel('Emails', { exact: true }).fill('ann@friend.test');
    await press(page, 'Send');
    await says(page, 'Failed to send emails: ');
    expect(faults).toEqual([]);
    await close();
  });
});
