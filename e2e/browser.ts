import axe from 'axe-core';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { web } from './addresses.ts';
import { callerOf, type Caller, type Person } from './api.ts';
import { longestWait } from './longest-wait.ts';
import { lostTexts } from './lost-texts.ts';

export const owner: Person = { email: 'owner@demo.evenstock.test', password: 'evenstock-demo' };
export const demoStore = '/stores/demo-store';

/** What a screen is looked at as. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly language?: string;
}

/** A page with the errors that occurred in it: content security policy violations, exceptions, logged errors. */
export interface Visit {
  readonly page: Page;
  readonly faults: readonly string[];
  close(): Promise<void>;
}

let launched: Promise<Browser> | undefined;

/** The browser of this process, which ends with it. */
function theBrowser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: process.env['EVENSTOCK_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return launched;
}

/** Pages that were visited and emptied, by language: one that has loaded the product before loads it for half the processor time. */
const idle = new Map<string, Page[]>();

async function newPage(language: string): Promise<Page> {
  const browser = await theBrowser();
  const context = await browser.newContext({
    locale: language,
    // Animations make clicks unreliable on a busy machine.
    reducedMotion: 'reduce',
    baseURL: web,
  });
  context.setDefaultTimeout(longestWait);
  return context.newPage();
}

/** Makes a page as a new browser profile has it, but for the product's files. Only the product's own storage can be emptied. */
async function empty(page: Page): Promise<boolean> {
  if (!page.url().startsWith(web)) return false;
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page without the product: the router writes the scroll positions when its page is left.
  await page.goto(`${web}/healthz`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  page.removeAllListeners();
  await context.clearCookies();
  await context.clearPermissions();
  return true;
}

/**
 * Opens a page in a browser profile without cookies and storage.
 * @param isAlone for those that change the browser's clock or measure what it downloads: in a profile that nobody uses before or after
 */
export async function visit(look: Look = {}, isAlone = false): Promise<Visit> {
  const language = look.language ?? 'en-SG';
  const page = (isAlone ? undefined : idle.get(language)?.pop()) ?? (await newPage(language));
  await lookAs(page, look);
  await page.mouse.move(0, 0);
  const faults: string[] = [];
  // What the network throws has no stack.
  page.on('pageerror', (error) => faults.push(`${String(error)} ${String(error.stack)}`));
  page.on('console', (message) => {
    // The browser logs each 4xx answer; whether it was expected is for the journey to check.
    const answer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !answer) faults.push(message.text());
  });
  return {
    page,
    faults,
    async close() {
      if (isAlone || !(await empty(page))) await page.context().close();
      else idle.set(language, [...(idle.get(language) ?? []), page]);
    },
  };
}

export async function signIn(page: Page, person: Person = owner): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

let signedIn: { readonly file: string | undefined; readonly owner: Promise<Caller> } | undefined;

/** The demo's owner, signed in once for each file. */
export function ownerCaller(): Promise<Caller> {
  const file = expect.getState().testPath;
  if (signedIn === undefined || signedIn.file !== file) signedIn = { file, owner: callerOf(owner) };
  return signedIn.owner;
}

/** Opens a path as a signed-in account, by default the demo's owner. */
export async function enter(page: Page, path: string, as?: Caller): Promise<void> {
  const { token, web: at } = as ?? (await ownerCaller());
  await page.context().addCookies([{ name: 'evenstock-token', value: token, url: at, sameSite: 'Lax' }]);
  await page.goto(at + path);
  await page.waitForURL((address) => address.pathname === path.replace(/[?#].*/, ''));
}

/**
 * Points at something until `use` of what it opens succeeds. A target that is drawn anew does not notice a resting pointer. What it
 * opened may also close before it is used.
 */
export async function pointAt(
  target: Locator,
  opened: Locator,
  use: (limit: { readonly timeout: number }) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const limit = { timeout: 3_000 };
  await vi.waitFor(
    async () => {
      await target.page().mouse.move(0, 0);
      await target.hover();
      await opened.first().waitFor(limit);
      await use(limit);
    },
    { timeout: longestWait },
  );
}

/** Chooses a language in the menu of the account. */
export async function choose(page: Page, language: 'English' | '中文'): Promise<void> {
  await page.locator('.es-avatar-button').click();
  await page.locator('.es-account-menu').getByText(language, { exact: true }).click();
  await page.keyboard.press('Escape');
}

export const desk: Look = {};
export const darkDesk: Look = { dark: true };
export const phone: Look = { width: 375 };
/** A desk’s window at 200 %: half as many points wide and high. */
const zoomed: Look = { width: 720, height: 450 };
const darkPhone: Look = { width: 375, dark: true };
export const isLong = process.env['EVENSTOCK_LONG'] === '1';
/** Every third of these cases; `npm run test:long` has all. */
export const someOf = <T>(cases: readonly T[]): readonly T[] =>
  isLong ? cases : cases.filter((_case, place) => place % 3 === 0);
/** Each width and each theme once; `npm run test:long` looks at each theme in each width, and at 200 %. */
export const everyLook: readonly Look[] = isLong
  ? [desk, darkDesk, phone, darkPhone, zoomed]
  : [desk, darkPhone];

async function lookAs(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({
    width: look.width ?? 1440,
    height: look.height ?? (look.width === undefined ? 900 : 812),
  });
  await page.emulateMedia({ colorScheme: look.dark === true ? 'dark' : 'light' });
  const from = performance.now();
  while (!(await page.evaluate<boolean>(isThemeSettled))) {
    if (performance.now() - from > longestWait) throw new Error('The theme of the page is still changing.');
    await page.waitForTimeout(50);
  }
}

/** Whether Ant Design's components show the palette of the style sheets, and no colour is on its way to another. */
const isThemeSettled = `(() => {
  const colourOf = (value) => {
    const probe = document.createElement('i');
    probe.style.color = value;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const wanted = colourOf(getComputedStyle(document.documentElement).getPropertyValue('--ink'));
  const themed = new Map();
  for (const element of document.querySelectorAll('[class*="css-var-"]'))
    for (const name of element.classList) if (name.startsWith('css-var-')) themed.set(name, element);
  const shown = [...themed.values()].map((element) => getComputedStyle(element).getPropertyValue('--ant-color-text'));
  const moves = document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running');
  return !moves && shown.every((value) => value === '' || colourOf(value) === wanted);
})()`;

/** What is wrong with the shown screen in any of these looks: what `barriers` finds, links inside of links, and that it is wider than its window. */
export async function flaws(page: Page, looks: readonly Look[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await lookAs(page, look);
    const problems = [
      ...(await barriers(page)),
      ...(await nestedControls(page)),
      ...(await lostTexts(page)),
      ...((await overflows(page)) ? ['too wide'] : []),
    ];
    found.push(...problems.map((problem) => `${JSON.stringify(look)}: ${problem}`));
  }
  return found;
}

/** An open menu is a popup over the page, outside of its landmarks. */
const isOpenMenu = /^region: <ul class="[^"]*ant-dropdown-menu/;

/** What axe finds on this screen by all of its rules that are not experimental: WCAG A and AA, and best practices. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  const results = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run({ exclude: ['.ant-skeleton'] }, { resultTypes: ['violations'] })`,
  );
  return results.violations
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    .filter((violation) => !isOpenMenu.test(violation));
}

/** Links and buttons inside of a link or a button: which of both is pressed is up to the browser, and the rules of axe let them pass. */
async function nestedControls(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate<string[]>(
    `[...document.querySelectorAll(':is(a, button) :is(a, button)')].map(({ outerHTML }) => outerHTML.slice(0, 200))`,
  );
  return found.map((html) => `nested: ${html}`);
}

/** How wide something is shown, in CSS pixels. */
export async function widthOf(shown: Locator): Promise<number> {
  return Math.round((await shown.boundingBox())?.width ?? 0);
}

/** Whether the page is wider than its window. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
