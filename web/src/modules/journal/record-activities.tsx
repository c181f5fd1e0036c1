import {
  listOrderActivities,
  listProductActivities,
  listVariantActivities,
} from '@evenstock/contract/journal/activity-log';
import type { LiveTopic } from '@evenstock/contract/stores/live';
import { useStore } from '../../api/store-context.ts';
import { useList } from '../../ui/lists/list.ts';
import { ActivitiesInDialog } from './activities-in-dialog.tsx';
import { useActivityFilters } from './activities-table.tsx';

/** The sort of activities, and the topics that make them stale. */
function useOptions(live: LiveTopic) {
  return {
    live: ['activities', live] as const,
    sort: 'created_at desc',
    filters: useActivityFilters({ ofRecord: true }),
  };
}

/** A product's tab with its activities and those of its SKUs and listings. */
export function ProductActivities({ slug }: { readonly slug: string }) {
  const { storeId } = useStore();
  const params = { storeId, productId: slug };
  return <ActivitiesInDialog list={useList(listProductActivities, { params, ...useOptions('variants') })} />;
}

/** A SKU's tab with its activities and those of its listings. */
export function VariantActivities({ slug }: { readonly slug: string }) {
  const { storeId } = useStore();
  const params = { storeId, variantId: slug };
  return <ActivitiesInDialog list={useList(listVariantActivities, { params, ...useOptions('variants') })} />;
}

/** An order's tab with its activities. */
export function OrderActivities({ referenceNumber }: { readonly referenceNumber: string }) {
  const { storeId } = useStore();
  const params = { storeId, referenceNumber };
  return <ActivitiesInDialog list={useList(listOrderActivities, { params, ...useOptions('orders') })} />;
}
