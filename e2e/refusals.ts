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

/** The reason of `refuse`. */
export const reason = 'The shop is being painted.';

/** Refuses what is written to addresses that end so. @returns what allows it again */
export async function refuse(
  page: Page,
  end: string,
  methods = ['POST', 'PATCH', 'DELETE'],
): Promise<() => Promise<void>> {
  const address = `**/${end}*`;
  const body = JSON.stringify({ errors: { base: [reason] } });
  await page.route(address, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 422, contentType: 'application/json', body })
      : route.fallback(),
  );
  return () => page.unroute(address);
}

/** Waits for a text that ends with the reason. */
export const says = (page: Page, text: string): Promise<void> =>
  page
    .getByText(text + reason, { exact: true })
    .first()
    .waitFor();
