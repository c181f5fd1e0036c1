import { z } from 'zod';

/** The name of the page's `<meta>` element that holds the settings below, as JSON. */
export const pageSettingsName = 'evenstock-settings';

/** The demo's accounts with the password of all of them, and where one of its shops is in the seller centre. */
const demoSettings = z.object({
  accounts: z.array(z.object({ email: z.string(), role: z.enum(['owner', 'admin', 'member', 'platform']) })),
  password: z.string(),
  shop_url: z.string(),
});
export type DemoSettings = z.infer<typeof demoSettings>;

/** What the web must know of an installation before it asks anything; the page carries it. */
export const pageSettings = z.object({
  /** May anybody sign up? */
  signup_open: z.boolean(),
  /** Do stores invite others, who get a voucher? */
  referral_on: z.boolean(),
  /** Where the menu's FAQ leads. */
  faq_url: z.string(),
  /** The session's cookie is `{prefix}-token`. */
  cookie_prefix: z.string(),
  /** Where visited pages are reported, half a second after signing in; null: nowhere. */
  page_tracking: z.string().nullable(),
  /** Where the sister console is; null where there is none. */
  console_url: z.string().nullable(),
  /** Do stores pay for what they merge? */
  billing_on: z.boolean(),
  /** The demo's introduction for people who open it for the first time; null in any other installation. */
  demo: demoSettings.nullable(),
});
export type PageSettings = z.infer<typeof pageSettings>;
