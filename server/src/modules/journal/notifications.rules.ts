import type { StoreAbility } from '@evenstock/contract/endpoint';

interface KindRule {
  /** Something does not work until somebody sees to it. */
  readonly isCritical: boolean;
  /** Who may see it: what a role needs to be allowed. */
  readonly ability: StoreAbility;
}

/** Everything that a store's members are told of. */
export const notificationKinds = {
  authorisation_expired: { isCritical: true, ability: 'marketplace.view' },
  authorisation_expiring: { isCritical: true, ability: 'marketplace.view' },
  first_sync_done: { isCritical: false, ability: 'marketplace.view' },
  orders_unreadable: { isCritical: true, ability: 'order.view' },
  listings_unreadable: { isCritical: false, ability: 'product.view' },
  stock_refused: { isCritical: true, ability: 'stock.view' },
  transfer_offered: { isCritical: false, ability: 'store.view' },
  transfer_ended: { isCritical: false, ability: 'store.view' },
  payment_late: { isCritical: true, ability: 'subscription.view' },
  subscription_ended: { isCritical: true, ability: 'subscription.view' },
} as const satisfies Readonly<Record<string, KindRule>>;
export type NotificationKind = keyof typeof notificationKinds;

const kinds = Object.entries(notificationKinds);

/** The kinds that somebody with these abilities may see. */
export function kindsVisibleTo(abilities: readonly StoreAbility[]): string[] {
  return kinds.filter(([, { ability }]) => abilities.includes(ability)).map(([kind]) => kind);
}

/** Paragraphs as they are kept: one a line. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
}
