import { expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { barriers, demoStore, enter, flaws, everyLook, overflows, visit } from '../browser.ts';

/* Announcements of platform admins to every store. */

const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };

it('an announcement is written, read on the summary of a store, and taken back', async () => {
  const { page, faults, close } = await visit();
  await enter(page, '/admin/announcements', await callerOf(platform));
  await page.getByText('No announcements at this time', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Announce' }).click();
  await page.getByText('Title is required').waitFor();
  await page.getByLabel('Title').fill('Maintenance');
  await page.getByLabel('Content').fill('On Sunday:\n- <i>orders</i> wait');
  await page.getByRole('button', { name: 'Announce' }).click();
  await page.getByRole('heading', { name: 'Maintenance' }).waitFor();
  expect(await barriers(page)).toEqual([]);

  const store = await visit({ width: 375 });
  await enter(store.page, `${demoStore}/summary`);
  const card = store.page.getByRole('region', { name: 'Announcements' });
  await card.getByText('<i>orders</i> wait').waitFor();
  // The demo has done every next step.
  expect(await store.page.getByRole('region', { name: 'Next steps' }).count()).toBe(0);
  expect(await overflows(store.page)).toBe(false);
  expect(await flaws(store.page, everyLook)).toEqual([]);
  await store.close();

  await page.getByRole('button', { name: 'Take back Maintenance' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No announcements at this time', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
