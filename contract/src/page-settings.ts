import { z } from 'zod';

/** The name of the page's `<meta>` element that holds the settings below, as JSON. */
export const pageSettingsName = 'evenstock-settings';

/** What the web must know of an installation before it asks anything: told by the page itself. */
export const pageSettings = z.object({
  /** May anybody sign up? */
  signup_open: z.boolean(),
  /** Do stores invite others, who get a voucher? */
  referral_on: z.boolean(),
  /** Where the menu's FAQ leads. */
  faq_url: z.string(),
  /** The session's cookie is `{prefix}-token`. */
  cookie_prefix: z.string(),
  /** Where pages that are looked at are told, half a second after signing in; null: nowhere. */
  page_tracking: z.string().nullable(),
  /** Where the sister console is; null where there is none. */
  console_url: z.string().nullable(),
  /** Do stores pay for what they merge? */
  billing_on: z.boolean(),
});
export type PageSettings = z.infer<typeof pageSettings>;
