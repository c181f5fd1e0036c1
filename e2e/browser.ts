import axe from 'axe-core';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { vi } from 'vitest';
import { web } from './addresses.ts';
import { callerOf, type Caller, type Person } from './api.ts';

export const owner: Person = { email: 'owner@demo.evenstock.test', password: 'evenstock-demo' };
export const demoStore = '/stores/demo-store';

export interface Look {
  readonly width?: number;
  readonly dark?: boolean;
  readonly language?: string;
}

/** A page with the errors that occurred in it: content security policy violations, exceptions, logged errors. */
export interface Visit {
  readonly page: Page;
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['EVENSTOCK_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens a page in a fresh browser profile. */
export async function visit(browser: Browser, look: Look = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1440, height: look.width === undefined ? 900 : 812 },
    colorScheme: look.dark === true ? 'dark' : 'light',
    locale: look.language ?? 'en-SG',
    // Animations make clicks unreliable on a busy machine.
    reducedMotion: 'reduce',
    baseURL: web,
  });
  // Several pages share a processor.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => {
    // The browser logs each 4xx answer; whether it was expected is for the journey to check.
    const answer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !answer) faults.push(message.text());
  });
  return { page, faults, close: () => context.close() };
}

export async function signIn(page: Page, person: Person = owner): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

let signedInOwner: Caller | undefined;

/** The demo's owner, signed in once for each file. */
export async function ownerCaller(): Promise<Caller> {
  signedInOwner ??= await callerOf(owner);
  return signedInOwner;
}

/** Opens a path as a signed-in account, by default the demo's owner. */
export async function enter(page: Page, path: string, as?: Caller): Promise<void> {
  const { token } = as ?? (await ownerCaller());
  await page.context().addCookies([{ name: 'evenstock-token', value: token, url: web, sameSite: 'Lax' }]);
  await page.goto(path);
  await page.waitForURL((address) => address.pathname === path.replace(/[?#].*/, ''));
}

/** Points at something until what it opens is there: what is drawn anew under a resting pointer does not notice it. */
export async function pointAt(target: Locator, opened: Locator): Promise<void> {
  await vi.waitUntil(
    async () => {
      await target.page().mouse.move(0, 0);
      await target.hover();
      return opened
        .first()
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        );
    },
    { timeout: 90_000 },
  );
}

/** Chooses a language in the menu of the account. */
export async function choose(page: Page, language: 'English' | '中文'): Promise<void> {
  await page.locator('.es-avatar-button').click();
  await page.locator('.es-account-menu').getByText(language, { exact: true }).click();
  await page.keyboard.press('Escape');
}

/** The accessibility violations on this screen (WCAG 2 A and AA). */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })`,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
}

/** Whether the page is wider than its window. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
