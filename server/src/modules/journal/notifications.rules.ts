import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import type { Message } from '@evenstock/contract/messages/message';

interface KindRule {
  /** Whether a function of the store stops until a person acts. */
  readonly isCritical: boolean;
  /** The ability that its readers must have. */
  readonly ability: StoreAbility;
}

/** All kinds of notifications. */
export const notificationKinds = {
  authorisation_expired: { isCritical: true, ability: 'marketplace.view' },
  authorisation_expiring: { isCritical: true, ability: 'marketplace.view' },
  first_sync_done: { isCritical: false, ability: 'marketplace.view' },
  orders_unreadable: { isCritical: true, ability: 'order.view' },
  listings_unreadable: { isCritical: false, ability: 'product.view' },
  made_anew: { isCritical: false, ability: 'product.view' },
  list_short: { isCritical: false, ability: 'product.view' },
  orders_failing: { isCritical: true, ability: 'order.view' },
  listings_failing: { isCritical: true, ability: 'product.view' },
  returns_unreadable: { isCritical: true, ability: 'order.view' },
  returns_failing: { isCritical: true, ability: 'order.view' },
  buyer_data_asked: { isCritical: true, ability: 'order.view' },
  stock_refused: { isCritical: true, ability: 'stock.view' },
  export_done: { isCritical: false, ability: 'store.view' },
  import_done: { isCritical: false, ability: 'stock.view' },
  transfer_offered: { isCritical: false, ability: 'store.view' },
  transfer_ended: { isCritical: false, ability: 'store.view' },
  card_of_former_owner: { isCritical: false, ability: 'subscription.view' },
  payment_late: { isCritical: true, ability: 'subscription.view' },
  counts_needed: { isCritical: true, ability: 'stock.view' },
  database_recovered: { isCritical: true, ability: 'stock.view' },
  webhook_off: { isCritical: true, ability: 'webhook.manage' },
  subscription_ended: { isCritical: true, ability: 'subscription.view' },
} as const satisfies Readonly<Record<string, KindRule>>;
export type NotificationKind = keyof typeof notificationKinds;

const kinds = Object.entries(notificationKinds);

/**
 * Whether a kind is mailed, where the store wants mails of notifications: those after which a function stops until a person acts.
 * Refused quantities have a mail and a switch of their own.
 */
export function isMailed(kind: NotificationKind): boolean {
  return notificationKinds[kind].isCritical && kind !== 'stock_refused';
}

/** The kinds that are visible with these abilities. */
export function kindsVisibleTo(abilities: readonly StoreAbility[]): string[] {
  return kinds.filter(([, { ability }]) => abilities.includes(ability)).map(([kind]) => kind);
}

/** The texts of a notification. */
export interface NotificationTexts {
  readonly title: Message;
  readonly paragraphs: readonly (readonly Message[])[];
}
