import type { Page } from 'playwright-core';

/**
 * Lets the next call to an address be refused, by its server or on the way to it.
 * @param path the end of the address, as a pattern
 * @param reason null: the answer tells none
 */
export async function refuseNext(page: Page, path: string, reason: string | null): Promise<void> {
  const answer =
    reason === null ? { status: 500, json: {} } : { status: 422, json: { errors: { order: [reason] } } };
  await page.route(`**/${path}`, (route) => route.fulfill(answer), { times: 1 });
}
