import { describe, expect, it } from 'vitest';
import { newAccount, newMember } from '../accounts.ts';
import { web } from '../addresses.ts';
import { callerOf } from '../api.ts';
import { barriers, demoStore, enter, overflows, ownerCaller, visit, type Look } from '../browser.ts';
import { newStore } from '../stores.ts';

const admin = { email: 'admin@demo.evenstock.test', password: 'evenstock-demo' };
const member = { email: 'member@demo.evenstock.test', password: 'evenstock-demo' };

describe('the members of a store', () => {
  it('are invited, shown as pending, given another role, and removed', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/store_profiles`);
    await page.getByRole('button', { name: 'Add user to store' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Email is required').waitFor();
    await dialog.getByLabel('Email').fill('Member@demo.evenstock.test');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('This person is already a member of the store').waitFor();
    await dialog.getByLabel('Email').fill('  New.Hand@demo.evenstock.test');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();

    await page.getByText('New user new.hand@demo.evenstock.test added successfully').waitFor();
    await page.waitForURL(/\/store_profiles\/\d+$/);
    await page.getByRole('heading', { level: 1, name: 'new.hand@demo.evenstock.test' }).waitFor();
    await page.getByText('Invitation pending').waitFor();
    await page.getByRole('tab', { name: 'Member' }).waitFor();
    await page.getByRole('region', { name: 'Details' }).waitFor();
    await page.goto(`${new URL(page.url()).pathname}/no-such-tab`);
    await page.waitForURL(/\/store_profiles\/\d+$/);

    await page.getByRole('button', { name: 'Edit role' }).click();
    const roles = page.getByRole('dialog');
    expect(await roles.getByLabel('Email').count()).toBe(0);
    await roles.getByRole('radio', { name: /^Admin/ }).check();
    await roles.getByRole('button', { name: 'Save' }).click();
    await page.getByText("User's store role updated successfully").waitFor();

    await page.getByRole('button', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Remove member?' });
    await question.getByRole('button', { name: 'Cancel' }).waitFor();
    await question.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Member new.hand@demo.evenstock.test deleted successfully').waitFor();
    await page.waitForURL(`**${demoStore}/store_profiles`);

    await page.goto('/dev/mail');
    await page
      .getByRole('link', { name: 'You have been invited to Demo Store on Evenstock' })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('are searched by email, sorted by email ascending, and have a message for an empty list', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/store_profiles`);
    await page.getByRole('link', { name: 'admin@demo.evenstock.test' }).waitFor();
    const emails = await page.locator('tbody tr td:first-child a').allTextContents();
    expect(emails).toEqual([...emails].sort());
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('No Member found').waitFor();
    await page.getByRole('searchbox').fill('member@');
    await page.getByRole('button', { name: 'View member@demo.evenstock.test' }).click();
    await page.getByText('Joined on').waitFor();
    await page.getByText('Role last updated on').waitFor();
    await close();
  });

  it('are listed without buttons for members who may not use them', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/store_profiles`, await callerOf(member));
    await page.getByRole('link', { name: 'owner@demo.evenstock.test' }).click();
    await page.getByText('Joined on').waitFor();
    for (const name of ['Edit role', 'Remove', 'Add user to store']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.goto(`${demoStore}/settings`);
    await page.getByRole('button', { name: 'Leave Store' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete Store' }).count()).toBe(0);
    await close();
  });
});

describe('a store', () => {
  it('is edited in its settings', async () => {
    const { page, faults, close } = await visit();
    await newStore(await ownerCaller(), 'Edited Store');
    await enter(page, '/stores/edited-store/settings');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Edited Twice');
    await dialog.getByLabel('Company Name').fill('Edited Pte. Ltd.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Store updated successfully').waitFor();
    await page.getByText('Edited Pte. Ltd.').waitFor();
    await page.getByRole('link', { name: 'Edited Twice' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/stores/edited-store/settings');
    expect(faults).toEqual([]);
    await close();
  });

  it('changes owner only when the member accepts; the offer can be withdrawn or rejected', async () => {
    const [mine, theirs] = [await visit(), await visit()];
    const giver = await newAccount('giver');
    const settings = `/stores/${await newStore(giver, 'Handed Over')}/settings`;
    const taker = await newMember(giver, 'handed-over', 'taker');
    await enter(mine.page, settings, giver);
    const offer = async () => {
      await mine.page.getByRole('button', { name: 'Transfer Ownership' }).click();
      const dialog = mine.page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: 'Transfer Ownership' });
      await dialog.getByLabel('Transferee').click();
      await mine.page.getByTitle(taker.email).click();
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel('Type Handed Over to confirm').fill('Handed Over');
      await confirm.click();
      await mine.page.getByText('(Pending Transfer)').waitFor();
    };
    await offer();
    await mine.page.getByRole('button', { name: 'Cancel Ownership Transfer' }).click();
    await mine.page.getByText('Ownership transfer cancelled successfully').waitFor();
    await mine.page.getByRole('button', { name: 'Transfer Ownership' }).waitFor();

    await offer();
    await enter(theirs.page, settings, taker);
    await theirs.page.getByRole('button', { name: 'Accept Ownership' }).waitFor();
    await theirs.page.getByRole('button', { name: 'Reject Ownership' }).click();
    await theirs.page.getByText('Ownership transfer rejected successfully').waitFor();
    await mine.page.getByRole('button', { name: 'Transfer Ownership' }).waitFor();

    await offer();
    await theirs.page.getByRole('button', { name: 'Accept Ownership' }).click();
    await theirs.page.getByText('Ownership transfer accepted successfully').waitFor();
    await theirs.page.getByRole('button', { name: 'Delete Store' }).waitFor();
    await mine.page.getByRole('button', { name: 'Leave Store' }).waitFor();
    expect([...mine.faults, ...theirs.faults]).toEqual([]);
    await mine.close();
    await theirs.close();
  });

  it('is deleted once its name is typed, and redirects to the stores', async () => {
    const { page, faults, close } = await visit();
    await newStore(await ownerCaller(), 'Short Lived');
    await enter(page, '/stores/short-lived/settings');
    await page.getByRole('button', { name: 'Delete Store' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Its data is kept for 30 days and then removed for good.').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete Store' });
    await dialog.getByLabel('Type Short Lived to confirm').fill('Short');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type Short Lived to confirm').fill('Short Lived');
    await confirm.click();
    await page.getByText('Store Short Lived deleted successfully').waitFor();
    await page.waitForURL(`${web}/`);
    await page.getByRole('link', { name: /Demo Store/ }).waitFor();
    expect(await page.getByRole('link', { name: /Short Lived/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('lists what keeps selling before it is deleted', async () => {
    const { page, close } = await visit();
    await enter(page, `${demoStore}/settings`);
    await page.getByRole('button', { name: 'Delete Store' }).click();
    await page
      .getByRole('dialog')
      .getByText(/product listings go on selling their last numbers/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await close();
  });

  it('refers other merchants by link and by mail', async () => {
    const { page, faults, close } = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await enter(page, `${demoStore}/settings`);
    await page.getByRole('link', { name: 'Refer a friend' }).click();
    await page.waitForURL(`**${demoStore}/refer_friend`);
    await page.getByText(/\$50 Lazada voucher.*second month of a paid subscription/).waitFor();
    await page.getByRole('button', { name: 'Copy the referral link' }).click();
    await page.getByText('Copied!').waitFor();
    await page.getByText('Copied!').waitFor({ state: 'hidden' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/accept_referral\?code=\w+$/);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByLabel('Emails', { exact: true }).fill('ann@friend.test, ben@friend.test');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('2 invitations sent').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

const looks: readonly Look[] = [{}, { dark: true }, { width: 375 }, { width: 375, dark: true }];

describe('accessible screens', () => {
  it.each(looks)('the member page, the settings and the referral page: %o', async (look) => {
    const { page, faults, close } = await visit(look);
    await enter(page, `${demoStore}/store_profiles`);
    await page.getByRole('link', { name: admin.email }).click();
    await page.getByText('Role last updated on').waitFor();
    for (const path of [new URL(page.url()).pathname, `${demoStore}/settings`, `${demoStore}/refer_friend`]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await barriers(page), path).toEqual([]);
      expect(await overflows(page), path).toBe(false);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
