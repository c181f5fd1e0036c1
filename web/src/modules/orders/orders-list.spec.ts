import { parcelStates } from '@evenstock/contract/orders/order-list-query';
import { orderScopes, type OrderScope } from '@evenstock/contract/orders/order-states';
import { monthsListed } from '@evenstock/contract/api/fields';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import type { ListSpec } from '../../ui/lists/list-state.ts';
import { dayOf, monthsBefore } from '../../ui/values/time.rules.ts';
import { useNow } from '../../ui/values/time.tsx';
import { useSegmentsText } from './list/order-segments.texts.ts';
import { useOrdersText } from './orders.texts.ts';

const tabTexts = {
  staff_to_process: 'tabStaffToProcess',
  buyer_self_collect: 'tabBuyerSelfCollect',
  shipped: 'tabShipped',
  complete: 'tabComplete',
  outstanding_issues: 'tabOutstandingIssues',
  failed_orders: 'tabFailedOrders',
  all_except_failed_orders: 'tabAllExceptFailed',
  all: 'tabAll',
} as const satisfies Record<OrderScope, string>;

/**
 * The tabs, filters and default sort of the orders list.
 * @param counts number of orders in each tab, if it is shown
 */
export function useOrdersListSpec(counts?: Readonly<Record<OrderScope, number>>): ListSpec {
  const t = useOrdersText();
  const segmentText = useSegmentsText();
  const { store } = useStore();
  const { role } = useUser();
  const today = dayOf(useNow(), store.time_zone);
  return {
    sort: 'source_created_at desc',
    tabs: {
      options: orderScopes.map((scope) => ({
        key: scope,
        label: t(tabTexts[scope]),
        count: counts?.[scope],
      })),
      initial: 'staff_to_process',
      sendAs: { query: 'scope' },
    },
    filters: [
      { kind: 'search', name: 'reference_number_cont', label: t('orderSearch') },
      {
        kind: 'days',
        from: 'source_created_at_dategteq',
        to: 'source_created_at_datelteq',
        label: t('orderDate'),
        initial: { from: monthsBefore(today, 1) },
        ...(role === 'member' ? { earliest: monthsBefore(today, monthsListed) } : {}),
      },
      {
        kind: 'choice',
        name: 'marketplace_id_eq',
        label: t('marketplace'),
        options: store.marketplaces.map(({ id, name }) => ({ value: String(id), label: name })),
      },
      { kind: 'text', name: 'product_name_cont', label: t('product') },
      { kind: 'flag', name: 'notes_present', label: t('haveNotes') },
      { kind: 'flag', name: 'lacks_listing', label: t('lackSku') },
      {
        kind: 'choice',
        name: 'request_eq',
        label: t('toAnswer'),
        onlyIn: ['outstanding_issues', 'all_except_failed_orders', 'all'],
        options: [
          { value: 'cancellation', label: t('cancellationsToAnswer') },
          { value: 'return', label: t('returnsToAnswer') },
          { value: 'any', label: t('anyToAnswer') },
        ],
      },
      {
        kind: 'choice',
        name: 'parcel_eq',
        label: t('parcel'),
        onlyIn: ['shipped', 'all_except_failed_orders', 'all'],
        options: parcelStates.map((value) => ({ value, label: t(`parcel_${value}`) })),
      },
      {
        kind: 'days',
        from: 'shipped_at_dategteq',
        to: 'shipped_at_datelteq',
        label: t('shippedAt'),
        onlyIn: ['shipped', 'complete', 'all_except_failed_orders', 'all'],
      },
      {
        kind: 'flag',
        name: 'awaiting_payment',
        label: segmentText('segment_awaiting_payment'),
        onlyIn: [],
      },
    ],
  };
}
