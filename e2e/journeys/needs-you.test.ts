import { listNeedsYou } from '@evenstock/contract/insights/needs-you';
import { massSyncOrders } from '@evenstock/contract/orders/orders';
import { expect, it } from 'vitest';
import { barriers, enter, everyLook, flaws, overflows, visit } from '../browser.ts';
import { newAccount } from '../accounts.ts';
import { newStore } from '../stores.ts';

it('what could not be done appears without a reload, is counted, tried again and dismissed', async () => {
  const owner = await newAccount('needed');
  const storeId = await newStore(owner, 'Needed Shop');

  const { page, faults, close } = await visit();
  await enter(page, `/stores/${storeId}/summary`, owner);
  await page.getByText('All done. Nothing waits for you.').waitFor();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.getByRole('link').first().innerText()).toBe('Summary');

  const orders = [{ reference_number: 'GONE-1' }, { reference_number: 'GONE-2' }];
  const syncing = owner.call(massSyncOrders, { params: { storeId }, body: { orders } });
  await expect(syncing).rejects.toThrow('The order was not found.');
  const todo = page.getByRole('region', { name: 'To do' });
  await todo.getByRole('link', { name: '2 things could not be done' }).click();
  await menu.getByRole('img', { name: '2 things wait for you' }).waitFor();
  const entries = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');
  const entry = entries.filter({ hasText: 'GONE-1' });
  await entry.getByText('GONE-1').waitFor();
  await entry.getByText(/by needed/).waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflows(page)).toBe(false);

  const failures = async (): Promise<string[]> => {
    const { items } = await owner.call(listNeedsYou, { params: { storeId } });
    return items.map(({ key }) => key);
  };
  const before = await failures();
  await entry.getByRole('button', { name: 'Try again: Sync GONE-1' }).click();
  await page.getByText('It is tried again.').waitFor();
  // The second try fails as well. Until it has, there is nothing to dismiss. The other row waits as it did.
  const triedAgain = async () => (await failures()).filter((key) => !before.includes(key)).length;
  await expect.poll(triedAgain).toBe(1);
  expect(await failures()).toHaveLength(2);
  await page.reload();
  await entry.getByRole('button', { name: 'Dismiss: Sync GONE-1' }).click();
  await entry.waitFor({ state: 'detached' });
  await entries.getByRole('button', { name: 'Try the failed again: Sync GONE-2' }).click();
  await expect.poll(triedAgain).toBe(1);
  await page.reload();
  await entries.getByRole('button', { name: 'Dismiss: Sync GONE-2' }).click();
  await page.getByText('Nothing needs you. All that was asked for is done.').waitFor();
  expect(faults).toEqual([]);
  await close();
});
