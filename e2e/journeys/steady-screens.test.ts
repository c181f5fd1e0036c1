import { expect, it } from 'vitest';
import { demoStore, desk, enter, phone, visit } from '../browser.ts';

/* What is shown stays where it is while the rest of its screen is loaded: a tap goes to what the merchant saw. */

/** Web Vitals call a page stable up to this sum of layout shifts. */
const STABLE = 0.1;

const shifts = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 1_000);
})`;

const screens = ['marketplaces', 'marketplaces/shopee-sg', 'marketplaces/shopee-sg/sync_health'];

it.each(screens)('%s does not move while it is loaded', async (screen) => {
  for (const look of [phone, desk]) {
    const { page, close } = await visit(look);
    await enter(page, `${demoStore}/${screen}`);
    await page.locator('.es-live').waitFor();
    await page.locator('.ant-skeleton, .es-list-skeleton').first().waitFor({ state: 'detached' });
    expect(await page.evaluate<number>(shifts), JSON.stringify(look)).toBeLessThanOrEqual(STABLE);
    await close();
  }
});
