import type { Operation, OperationKind } from '@evenstock/contract/operations/operations';

/** The keys of the texts of each kind of operation; actions on orders have titles of their own for success and for failure. */
export const operationWords = {
  'order.mass_sync': { title: 'syncTitle', progress: 'syncProgress' },
  'order.mass_ship': {
    title: 'shipTitle',
    progress: 'shipProgress',
    failed: 'shipFailed',
    succeeded: 'shipSucceeded',
  },
  'order.mass_set_ready_to_collect': {
    title: 'readyTitle',
    progress: 'readyProgress',
    failed: 'readyFailed',
    succeeded: 'readySucceeded',
  },
  'order.mass_pickup': {
    title: 'pickupTitle',
    progress: 'pickupProgress',
    failed: 'pickupFailed',
    succeeded: 'pickupSucceeded',
  },
  'order.mass_cancel': {
    title: 'cancelTitle',
    progress: 'cancelProgress',
    failed: 'cancelFailedTitle',
    succeeded: 'cancelSucceeded',
  },
  'order.mass_accept_cancellation': {
    title: 'acceptTitle',
    progress: 'acceptProgress',
    failed: 'acceptFailedTitle',
    succeeded: 'acceptSucceeded',
  },
  'order.mass_reject_cancellation': {
    title: 'rejectTitle',
    progress: 'rejectProgress',
    failed: 'rejectFailedTitle',
    succeeded: 'rejectSucceeded',
  },
  'product_listing.mass_delist': { title: 'delistTitle', progress: 'delistProgress' },
  'product_listing.mass_relist': { title: 'relistTitle', progress: 'relistProgress' },
  'order.print_labels': { title: 'printTitle', progress: 'printProgress' },
  'order.export': { title: 'exportOrdersTitle', progress: 'exportProgress' },
  'order_item.export': { title: 'exportItemsTitle', progress: 'exportProgress' },
  'variant.export': { title: 'exportProductsTitle', progress: 'exportProgress' },
  'stock_movement.export': { title: 'exportMovementsTitle', progress: 'exportProgress' },
  'stock_tally.apply': { title: 'tallyTitle', progress: 'tallyProgress' },
  'variant.mass_edit': { title: 'massEditTitle', progress: 'massEditProgress' },
  'variant.mass_update': { title: 'massUpdateTitle', progress: 'massUpdateProgress' },
  'variant_listing.mass_force_zero': { title: 'forceZeroTitle', progress: 'forceZeroProgress' },
  'variant.automerge': { title: 'mergeTitle', progress: 'mergeProgress' },
  'marketplace.import_listings': { title: 'importedProducts', progress: 'importProgress' },
  'marketplace.import_orders': { title: 'importedOrders', progress: 'importProgress' },
} as const satisfies Record<OperationKind, object>;

type OperationWords = (typeof operationWords)[OperationKind];
type Titles<Words> = Words extends { readonly failed: infer Failed; readonly succeeded: infer Succeeded }
  ? Failed | Succeeded
  : never;
type OutcomeTitle = OperationWords['title'] | Titles<OperationWords>;

/** The title of a finished operation, which shows whether rows failed, are not confirmed yet, or were left out. */
export function outcomeTitle({
  kind,
  state,
  failed,
  unconfirmed,
  left_out: leftOut,
}: Pick<Operation, 'kind' | 'state' | 'failed' | 'unconfirmed' | 'left_out'>): OutcomeTitle {
  const named = operationWords[kind];
  if (!('failed' in named)) return named.title;
  if (failed > 0) return named.failed;
  return state === 'done' && unconfirmed === 0 && leftOut === 0 ? named.succeeded : named.title;
}
