import type { ActivityKey } from '@evenstock/contract/kinds/activities';

const authorisation = ['state', 'needs_authorization'] as const;

/**
 * The fields whose values an activity keeps. Activities are never deleted before their store, so the list has no secrets, no
 * buyers' data, and no personal data that must be deleted with an account.
 */
const keptFields = {
  'access_token.revoke': ['revoked_at'],
  'marketplace.authorize': authorisation,
  'marketplace.choose_places': ['places'],
  'marketplace.create': ['name'],
  'marketplace.deactivate': authorisation,
  'marketplace.delete': authorisation,
  'marketplace.expire': authorisation,
  'marketplace.update': ['name', 'safety_stock', 'can_sync_to_marketplace'],
  'marketplace.zero': ['leads_to'],
  'order.accept_cancellation': ['state'],
  'order.accept_return': ['return_answer'],
  'order.cancel': ['state', 'buyer_refund'],
  'order.confirm_pickup': ['state'],
  'order.dispute_return': ['return_answer'],
  'order.move_to_completed': ['state'],
  'order.pack': ['packed_at'],
  'order.print': ['print_label_at', 'print_invoice_at', 'print_pick_list_at'],
  'order.ready_to_collect': ['state'],
  'order.reject_cancellation': ['cancellation_requested'],
  'order.ship': ['state'],
  'product.update': ['name'],
  'product_listing.boost': ['is_boosted'],
  'product_listing.delete': ['state'],
  'product_listing.delist': ['state'],
  'product_listing.relist': ['state'],
  'product_listing.unboost': ['is_boosted'],
  'product_listing.update': ['price'],
  'store.create': ['name', 'country'],
  'store.delete': ['deleted_at'],
  'store.end_subscription': ['console_subscription_tier'],
  'store.start_subscription': ['console_subscription_tier'],
  'store.update': [
    'name',
    'country',
    'company_name',
    'address',
    'send_email_notifications',
    'send_stock_error',
    'can_sync_quantity',
    'requires_second_factor',
    'running_out_days',
    'keeps_safety_stock',
    'makes_sets',
  ],
  'store_profile.delete': ['role'],
  'store_profile.invite': ['role'],
  'store_profile.leave': ['role'],
  'store_profile.uninvite': ['role'],
  'store_profile.update': ['role'],
  'store_transfer.accept': ['state', 'owner_id'],
  'store_transfer.cancel': ['state'],
  'store_transfer.create': ['state'],
  'store_transfer.reject': ['state'],
  'user.change_password': ['password_expired'],
  'user.expire_password': ['password_expired'],
  'user.keep': ['deletion_requested_at'],
  'user.request_deletion': ['deletion_requested_at'],
  'user.reset_password': ['password_expired'],
  'user.second_factor_off': ['has_second_factor'],
  'user.second_factor_on': ['has_second_factor'],
  'variant.change_parts': ['made_of', 'quantity'],
  'variant.count': ['quantity'],
  'variant.mass_pin': ['is_pinned'],
  'variant.mass_unpin': ['is_pinned'],
  'variant.merge': ['quantity', 'variant_ids', 'name'],
  'variant.undo_merge': ['quantity', 'variant_ids'],
  'variant.update': [
    'quantity',
    'name',
    'has_maximum_quantity',
    'disable_restock',
    'is_pinned',
    'reorder_point',
    'safety_stock',
    'last_units',
    'last_units_for',
    'barcodes',
  ],
  'variant_listing.force_zero': ['force_zero_qty_from', 'force_zero_qty_to'],
  'variant_listing.settle_difference': ['quantity'],
  'variant_listing.unmerge': ['variant_id'],
  'variant_listing.update': ['price', 'name'],
  'webhook.delete': ['events', 'state'],
  'webhook.switch_off': ['state'],
  'webhook.update': ['events', 'state'],
} as const satisfies { readonly [Key in ActivityKey]?: readonly string[] };

export type FieldOf<Key extends ActivityKey> = Key extends keyof typeof keptFields
  ? (typeof keptFields)[Key][number]
  : never;

/** A scalar, or a list of ids. Times are ISO 8601. */
export type FieldValue = string | number | boolean | null | readonly number[];
/** The fields of an activity, by its key. */
export type ValuesOf = {
  readonly [Key in ActivityKey]: { readonly [Field in FieldOf<Key>]?: FieldValue | undefined };
};
type Values = Readonly<Record<string, FieldValue | undefined>>;
export type Changes = Readonly<Record<string, readonly [before: FieldValue, after: FieldValue]>>;

const fieldsByKey: { readonly [Key in ActivityKey]?: readonly string[] } = keptFields;

/**
 * The changed fields of an activity; fields that are not on its list are left out.
 * @param before a field that is missing was null
 * @param after a field that is missing did not change
 */
export function changesOf(key: ActivityKey, before: Values, after: Values): Changes {
  const changes: Record<string, readonly [FieldValue, FieldValue]> = {};
  for (const field of fieldsByKey[key] ?? []) {
    const was = before[field] ?? null;
    const is = asKept(after[field]);
    if (is !== undefined && !isSame(was, is)) changes[field] = [was, is];
  }
  return changes;
}

/** Replaces half a surrogate pair by U+FFFD, as PostgreSQL's JSON refuses it. */
const asKept = (value: FieldValue | undefined): FieldValue | undefined =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : value;

const isSame = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other);
