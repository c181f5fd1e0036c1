import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { enter, visit } from './browser.ts';

/** One page of the demo store, as its owner, shared by the tests of a file. */
export interface Screen {
  readonly page: Page;
  /** Opens a path and waits for its heading. */
  open(path: string): Promise<void>;
  /** Waits for all of these texts on the page. */
  shows(words: readonly (string | RegExp)[]): Promise<void>;
  /** The column titles of a list, once it has rows. */
  columns(): Promise<string[]>;
  /** Waits for the next request to the API whose address contains this. A page that is left may still send one. */
  asked(part: string): Promise<Request>;
  /** Closes the page; throws the errors that occurred in it. */
  close(): Promise<void>;
}

export async function openScreen(): Promise<Screen> {
  const { page, faults, close } = await visit();
  return {
    page,
    async open(path) {
      await enter(page, path);
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
