import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import { listDeliveries } from '@evenstock/contract/webhooks/webhooks';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { callerWith } from '../api.ts';
import { barriers, demoStore, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { plentiful, shops } from '../market.ts';
import { until } from '../until.ts';

/* What a merchant's own programs need: access tokens and webhooks. */

const settings = `${demoStore}/settings/developers`;
const storeId = 'demo-store';

it('a token is made, used by a program, named by its activity, and revoked', async () => {
  const { page, faults, close } = await visit();
  await enter(page, settings);
  const tokens = page.getByRole('region', { name: 'Access tokens' });
  await tokens.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Make token' }).click();
  await dialog.getByText('Choose what the token may do').waitFor();
  await dialog.getByLabel('Name').fill('Stock robot');
  await dialog.getByLabel('See products').check();
  await dialog.getByLabel('Work on products and quantities').check();
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the token now' });
  const token = (await shown.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^evst_[\w-]{43}$/);
  expect(await barriers(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Done' }).click();
  await tokens.getByText('Stock robot').waitFor();
  await tokens.getByText('Never used').waitFor();
  await expect.poll(() => page.getByText(token).count()).toBe(0);
  expect(await flaws(page, everyLook)).toEqual([]);

  const robot = callerWith(token);
  const { variants } = await robot.call(listVariants, { params: { storeId } });
  const [{ slug: variantId } = { slug: '' }] = variants;
  for (const disable_restock of [true, false]) {
    await robot.call(updateVariant, {
      params: { storeId, variantId },
      body: { variant: { disable_restock } },
    });
  }

  await page.goto(new URL(`${demoStore}/activities`, page.url()).href);
  await page.getByText('with the token Stock robot').first().waitFor();
  await page.goto(new URL(settings, page.url()).href);
  await tokens.getByRole('button', { name: 'Revoke Stock robot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await tokens.getByText('No access token yet').waitFor();
  await expect(robot.call(listVariants, { params: { storeId } })).rejects.toThrow();
  expect(faults).toEqual([]);
  await close();
});

/** A server of the merchant's: what it was sent, and where it is. */
async function receive() {
  const received: { readonly id: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const id = request.headers['evenstock-delivery'];
      received.push({ id: String(id), body: Buffer.concat(parts).toString('utf8') });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    received,
    url: `http://127.0.0.1:${String(port)}/evenstock`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const placedOrder = z.object({ number: z.string() });

it.each([{}, { width: 375 }])('a webhook gets an order, gets it again, and is deleted (%o)', async (look) => {
  const { received, url, close: stopReceiving } = await receive();
  const { page, faults, close } = await visit(look);
  await enter(page, settings);
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('This address is not public').waitFor();
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the secret now' });
  const secret = (await shown.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await webhooks.getByRole('link', { name: url }).waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(await flaws(page, [look])).toEqual([]);

  // Lazada's notices are dropped by another journey.
  const [sku = ''] = await plentiful('shopify', 1);
  const { number } = placedOrder.parse(
    await control('POST', `/shopify/${shops.shopify}/orders`, { lines: [{ sku, quantity: 1 }] }),
  );
  const sent = () => received.filter(({ body }) => body.includes(number));
  await until(() => Promise.resolve(sent().length > 0), true);
  const id = sent()[0]?.id ?? '';
  expect(JSON.parse(sent()[0]?.body ?? '{}')).toMatchObject({ event: 'order.changed' });

  const address = (await webhooks.getByRole('link', { name: url }).getAttribute('href')) ?? '';
  const again = page.getByRole('button', { name: `Send again: delivery ${id}` });
  // The outcome is recorded after the receiver has answered; the page shows deliveries as they were when it was opened.
  const owner = await ownerCaller();
  const params = { storeId, webhookId: address.split('/').at(-1) ?? '' };
  await until(async () => {
    const { deliveries } = await owner.call(listDeliveries, { params, query: { per_page: 100 } });
    return deliveries.find((delivery) => String(delivery.id) === id)?.state;
  }, 'delivered');
  await page.goto(`${address}?per_page=100`);
  await again.waitFor();
  expect(await flaws(page, [look])).toEqual([]);
  await again.click();
  await until(() => Promise.resolve(received.filter((delivery) => delivery.id === id).length), 2);

  await page.goto(settings);
  await webhooks.getByRole('button', { name: `Delete ${url}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await webhooks.getByText('No webhook yet').waitFor();
  expect(faults).toEqual([]);
  await close();
  await stopReceiving();
});
