import type { OrderScope } from '@evenstock/contract/orders/order-states';
import type { ListState } from '../../../ui/lists/list-state.ts';

/** A built-in view of a tab: filters, and the sort that it begins with. */
interface Segment {
  readonly key: SegmentKey;
  readonly filters: Readonly<Record<string, string>>;
  /** Left out: the list's own. */
  readonly sort?: string;
}

export type SegmentKey = 'all' | 'to_answer' | 'awaiting_payment' | 'to_print' | 'to_pack' | 'to_hand_over';

const segments: Partial<Record<OrderScope, readonly [Segment, ...Segment[]]>> = {
  outstanding_issues: [
    { key: 'all', filters: { request_eq: '', awaiting_payment: '' } },
    {
      key: 'to_answer',
      filters: { request_eq: 'any', awaiting_payment: '' },
      sort: 'answer_by asc',
    },
    { key: 'awaiting_payment', filters: { request_eq: '', awaiting_payment: 'true' } },
  ],
  shipped: [
    { key: 'all', filters: { parcel_eq: '' } },
    { key: 'to_print', filters: { parcel_eq: 'to_print' }, sort: 'source_created_at asc' },
    { key: 'to_pack', filters: { parcel_eq: 'to_pack' }, sort: 'source_created_at asc' },
    { key: 'to_hand_over', filters: { parcel_eq: 'to_hand_over' }, sort: 'source_created_at asc' },
  ],
};

/** The built-in views of a tab of the orders; empty where it has none. */
export const segmentsOf = (tab: OrderScope): readonly Segment[] => segments[tab] ?? [];

/** The view that a tab's filters are of; null: of none. A list of one kind of request is of those to answer. */
export function segmentShown(tab: OrderScope, { filters }: Pick<ListState, 'filters'>): SegmentKey | null {
  if (tab === 'outstanding_issues' && (filters['request_eq'] ?? '') !== '') return 'to_answer';
  const shown = segmentsOf(tab).find((segment) =>
    Object.entries(segment.filters).every(([name, value]) => (filters[name] ?? '') === value),
  );
  return shown?.key ?? null;
}

/** The filters and the sort of a list once one of its tab's views is chosen. @param usual the list's own sort */
export function withSegment(
  { filters }: Pick<ListState, 'filters'>,
  segment: Pick<Segment, 'filters' | 'sort'>,
  usual: string,
): Pick<ListState, 'filters' | 'sort'> {
  return { filters: { ...filters, ...segment.filters }, sort: segment.sort ?? usual };
}
