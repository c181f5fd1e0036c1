import { expect, it } from 'vitest';
import { newAccount, newMember } from '../accounts.ts';
import { callerOf } from '../api.ts';
import { enter, everyLook, flaws, visit } from '../browser.ts';
import { statement } from '../database.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';

/* Work of a store that failed for good, as its owner sees it. */

/** A job of the store's only shop that failed for good. */
async function die(slug: string, job: string, reason: string): Promise<void> {
  const of = `(select m.id from marketplaces m join stores s on s.id = m.store_id where s.slug = $1)`;
  const changed = await statement(
    `with added as (
       select (graphile_worker.add_job($2, json_build_object('marketplaceId', ${of}), run_at := now() + interval '1 day')).id
     )
     select from added`,
    [slug, job],
  );
  expect(changed).toBe(1);
  const died = await statement(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $3
     where task_id = (select id from graphile_worker._private_tasks where identifier = $2)
       and payload->>'marketplaceId' = ${of}::text and run_at > now() + interval '12 hours'`,
    [slug, job, reason],
  );
  expect(died).toBe(1);
}

it('what failed for good is in plain words, and is run again or discarded by the owner alone', async () => {
  const owner = await newAccount('failing');
  const slug = await newStore(owner, 'Failing');
  await connectShop(owner, slug, { channel: 'shopee', shop: newShopId(), listings: 1 });
  await die(slug, 'orders.match_lines', 'The marketplace did not answer.');
  await die(slug, 'stock.verify_reads', 'The database was full.');
  const { page, faults, close } = await visit();
  const address = `/stores/${slug}/marketplaces/our-shopee/sync_health`;
  await enter(page, address, owner);
  const panel = page.getByRole('region', { name: 'Dead letters' });
  const orders = panel.getByRole('row').filter({ hasText: 'Bringing in orders' });
  await orders.getByText('Orders, or changes of them, may be missing here.').waitFor();
  await orders.getByText('The marketplace did not answer.').waitFor();
  // Beside it are what was missed, and the link to look at once.
  await page.getByRole('region', { name: 'Orders by day' }).waitFor();
  await page.getByRole('button', { name: 'Pull now' }).waitFor();
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await orders.getByRole('button', { name: 'Run again' }).click();
  await page.getByText('It runs again.').waitFor();
  await orders.waitFor({ state: 'detached' });

  const stock = panel.getByRole('row').filter({ hasText: 'Keeping quantities equal' });
  await stock.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard Keeping quantities equal?' });
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await panel.getByText('No job has failed for good.').waitFor();
  expect(faults).toEqual([]);
  await close();

  // Those who run the installation have those of every store.
  await die(slug, 'orders.match_lines', `Nobody answered ${slug}.`);
  await die(slug, 'stock.verify_reads', `The database of ${slug} was full.`);
  const platform = await visit();
  const admin = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
  await enter(platform.page, '/admin/dead_letters', await callerOf(admin));
  const letters = platform.page.getByRole('row');
  const unanswered = letters.filter({ hasText: `Nobody answered ${slug}.` });
  await unanswered.getByText('Orders, or changes of them, may be missing here.').waitFor();
  await unanswered.getByRole('button', { name: 'Run again' }).click();
  await unanswered.waitFor({ state: 'detached' });
  const full = letters.filter({ hasText: `The database of ${slug} was full.` });
  await full.getByRole('button', { name: 'Discard' }).click();
  await platform.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await full.waitFor({ state: 'detached' });
  expect(platform.faults).toEqual([]);
  await platform.close();

  await die(slug, 'stock.verify_reads', 'The database was full.');
  const member = await visit();
  await enter(member.page, address, await newMember(owner, slug, 'helping'));
  await member.page.getByRole('region', { name: 'Speed of sync' }).waitFor();
  expect(await member.page.getByRole('region', { name: 'Dead letters' }).count()).toBe(0);
  await member.close();
});
