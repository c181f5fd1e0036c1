import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Core } from '../core/simulator.ts';

/** The webhooks of an app, by the field for their address (tokopedia.md 7). */
export const hookFields = [
  'order_notification_url', 'order_status_url', 'order_cancellation_url', 'order_request_cancellation_url', 'order_confirm_delivery_notification_url',
  'order_actions_url', 'product_creation_url', 'product_edit_url', 'product_changes_url', 'product_discussion_url', 'campaign_notification_url',
  'chat_notification_url',
] as const; // oxfmt-ignore
export type HookField = (typeof hookFields)[number];

const registrationRecord = z.object({
  urls: z.partialRecord(z.enum(hookFields), z.string()),
  secret: z.string(),
  /** Where notices went by the console's word when this was registered; another word since counts instead. */
  consoleUrl: z.string().nullable(),
});
type RegistrationRecord = z.infer<typeof registrationRecord>;

/** Where notices go, and the secret that signs them. */
export class Registration {
  readonly #core: Core;
  readonly #table: Table<RegistrationRecord>;
  readonly #firstSecret: string;

  constructor(core: Core, firstSecret: string) {
    this.#core = core;
    this.#table = core.table('tokopedia/registration', registrationRecord);
    this.#firstSecret = firstSecret;
  }

  get secret(): string {
    return this.#table.get('app')?.secret ?? this.#firstSecret;
  }

  /** Where a hook is sent; null if nowhere. */
  urlOf(field: HookField): string | null {
    const registered = this.#table.get('app');
    const consoleUrl = this.#core.webhookUrl('tokopedia');
    if (registered === undefined || registered.consoleUrl !== consoleUrl) return consoleUrl;
    return registered.urls[field] ?? null;
  }

  /** Keeps these addresses instead of all that were there; without a secret the one in force stays. */
  set(urls: RegistrationRecord['urls'], secret: string): void {
    const consoleUrl = urls.order_status_url ?? urls.order_notification_url ?? null;
    this.#core.setWebhookUrl('tokopedia', consoleUrl);
    this.#table.put('app', { urls, secret: secret === '' ? this.secret : secret, consoleUrl });
  }
}
