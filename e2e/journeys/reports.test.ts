import { readFile } from 'node:fs/promises';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { showReport } from '@evenstock/contract/insights/reports';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { darkDesk, demoStore, desk, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';

/* Reads reports as charts and as tables, and saves one. */

const params = { storeId: 'demo-store' };

interface Picture {
  readonly width: number;
  readonly height: number;
  /** The colour of its first pixel, and how many pixels have each colour. */
  readonly ground: string;
  readonly colours: Readonly<Record<string, number>>;
}

/** Saves what is shown as a picture, and reads it as the browser does. */
async function savePicture(page: Page): Promise<{ name: string; picture: Picture }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as picture' }).click();
  const file = await download;
  const bytes = await readFile(await file.path());
  const picture = await page.evaluate<Picture>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${bytes.toString('base64')}';
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const drawing = canvas.getContext('2d');
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    const colours = {};
    const hex = (at) => '#' + [0, 1, 2].map((part) => data[at + part].toString(16).padStart(2, '0')).join('');
    for (let at = 0; at < data.length; at += 4) colours[hex(at)] = (colours[hex(at)] ?? 0) + 1;
    return { width, height, ground: hex(0), colours };
  })()`);
  return { name: file.suggestedFilename(), picture };
}

describe('reports', () => {
  it('of the store are drawn, shown as a table, and saved as they are shown', async () => {
    const { call } = await ownerCaller();
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/reports`);
    const chart = page.getByRole('figure', { name: /^Orders Total in SGD from/ });
    await chart.locator('.recharts-bar').first().waitFor();
    await chart
      .locator('.recharts-yAxis-tick-labels')
      .getByText(/^\$[\d,.]+$/)
      .first()
      .waitFor();
    await chart.locator('.recharts-surface').first().focus();
    await page.keyboard.press('ArrowRight');
    await chart
      .locator('.recharts-tooltip-wrapper')
      .getByText(/\$[\d,]+\.\d\d/)
      .waitFor();
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

  it.each([
    ['light', desk],
    ['dark', darkDesk],
  ])('are saved as a picture of each chart that is shown, in the %s theme', async (_, look) => {
    const { call } = await ownerCaller();
    const report = await call(showReport, { params, query: { name: 'orders_total' } });
    const { page, faults, close } = await visit(look);
    await enter(page, `${demoStore}/reports`);
    const drawn = page.locator('.es-report-chart .recharts-wrapper > svg');
    await expect.poll(() => drawn.count()).toBe(report.tick_labels.length);
    const { name, picture } = await savePicture(page);
    expect(name).toBe(`orders_total-${report.from}-${report.to}.png`);
    const { width = 0, height = 0 } = (await drawn.first().boundingBox()) ?? {};
    expect(picture.width).toBe(2 * Math.ceil(width + 48));
    expect(picture.height).toBeGreaterThan(2 * height * report.tick_labels.length);
    const [card = '', ink = '', accent = ''] = await page.evaluate<string[]>(
      `['--card', '--ink', '--accent'].map((name) => {
        const pen = document.createElement('canvas').getContext('2d');
        pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
        return pen.fillStyle;
      })`,
    );
    expect(picture.ground).toBe(card);
    // The title, and the bars beside the squares of the legends.
    expect(picture.colours[ink]).toBeGreaterThan(200);
    expect(picture.colours[accent]).toBeGreaterThan(2_000 * report.tick_labels.length);
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('button', { name: 'Save as picture' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('cover years for a platform admin: the chart shows months, the table every day', async () => {
    const { page, faults, close } = await visit();
    const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    await enter(page, `${demoStore}/reports?report=new_orders&from=2023-01-01`, await callerOf(platform));
    const chart = page.getByRole('figure', { name: /^New Orders from 2023-01-01/ });
    await chart.getByText('Each bar is a month. The table and the CSV file have every day.').waitFor();
    await chart.locator('.recharts-bar').first().waitFor();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('row').filter({ hasText: '2023-01-01' }).waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.getByRole('listitem', { name: 'Next Page' }).click();
    await page.getByRole('row').filter({ hasText: '2023-04-11' }).waitFor();
    await page.getByRole('combobox', { name: 'Series' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Weekdays', { exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Monday' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('of a product are in its tab: its stock by days, purchases in each series', async () => {
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
