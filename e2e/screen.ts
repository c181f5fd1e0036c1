import type { Browser, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { enter, visit } from './browser.ts';

/** One page for all that a file reads on the screens of the demo store, as its owner. */
export interface Screen {
  readonly page: Page;
  /** Opens a place and waits for its heading. */
  open(place: string): Promise<void>;
  /** Waits for every one of the words on the page. */
  shows(words: readonly (string | RegExp)[]): Promise<void>;
  /** The titles of a list's columns, once it has rows. */
  columns(): Promise<string[]>;
  /** The next read of the API whose address has this in it. */
  asked(part: string): Promise<Request>;
  /** Closes it; throws when something went wrong in it. */
  close(): Promise<void>;
}

export async function openScreen(browser: Browser): Promise<Screen> {
  const { page, faults, close } = await visit(browser);
  return {
    page,
    async open(place) {
      await enter(page, place);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    async shows(words) {
      for (const word of words) await page.getByText(word, { exact: true }).first().waitFor();
    },
    async columns() {
      await page.locator('tbody tr.ant-table-row').first().waitFor();
      const titles = await page.locator('.ant-table-thead').first().locator('th').allInnerTexts();
      return titles.map((title) => title.trim()).filter((title) => title !== '');
    },
    asked: (part) =>
      page.waitForRequest((request) => request.url().includes(part) && request.method() === 'GET'),
    async close() {
      expect(faults).toEqual([]);
      await close();
    },
  };
}
