import { readFile } from 'node:fs/promises';
import { listVariants } from '@evenstock/contract/variants';
import { showReport } from '@evenstock/contract/reports';
import { describe, expect, it } from 'vitest';
import { demoStore, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';

/* Reads reports as charts and as tables, and saves one. */

const params = { storeId: 'demo-store' };

describe('reports', { timeout: 240_000 }, () => {
  it('of the store are drawn, shown as a table, and saved as they are shown', async () => {
    const { call } = await ownerCaller();
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/reports`);
    const chart = page.getByRole('figure', { name: /^Orders Total in SGD from/ });
    await chart.locator('.recharts-bar').first().waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);

    await page.getByRole('combobox', { name: 'Report', exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('New Orders', { exact: true }).click();
    await page.waitForURL('**report=new_orders');
    await page
      .getByRole('figure', { name: /^New Orders from/ })
      .locator('.recharts-bar')
      .first()
      .waitFor();
    await page.locator('.recharts-surface').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.recharts-tooltip-wrapper').getByText('New Orders').waitFor();

    await page.getByText('Table', { exact: true }).click();
    await page.waitForURL('**view=table');
    const report = await call(showReport, { params, query: { name: 'new_orders' } });
    const total = report.ticks.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
    expect(total).toBeGreaterThan(0);
    const table = page.getByRole('table');
    await table
      .getByRole('row')
      .filter({ hasText: report.ticks[0]?.label ?? '' })
      .waitFor();
    await table.getByText('Total').waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`new_orders-${report.from}-${report.to}.csv`);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(15);
    expect(text).toMatch(/^\ufeffDays,New Orders\r\n/);
    expect(faults).toEqual([]);
    await close();
  });

  it('of a product stand in its tab: its stock by days, what was bought in each series', async () => {
    const { call } = await ownerCaller();
    const { variants } = await call(listVariants, { params, query: { q: { sku_eq: 'POT-KOPI' } } });
    const slug = variants[0]?.product.slug ?? '';
    const { page, faults, close } = await visit({ width: 375 });
    await enter(page, `${demoStore}/products/${slug}`);
    await page.getByRole('tab', { name: 'Reports' }).click();
    await page.waitForURL(`**/products/${slug}/reports`);
    await page
      .getByRole('figure', { name: /^Product Stock from/ })
      .locator('.recharts-line')
      .waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await enter(
      page,
      `${demoStore}/products/${slug}/reports?report=product_purchased&series=weekdays&view=table`,
    );
    await page.getByRole('row').filter({ hasText: 'Monday' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Sunday' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
