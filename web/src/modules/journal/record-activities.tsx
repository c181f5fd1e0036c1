import {
  type listActivities,
  listOrderActivities,
  listProductActivities,
  listVariantActivities,
  type Activity,
} from '@evenstock/contract/activity-log';
import type { LiveTopic } from '@evenstock/contract/live';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { useList, type List } from '../../ui/list.ts';
import { useOpenDialog } from '../../ui/open-dialog.ts';
import type { Reply } from '../../api/call.ts';
import { ActivitiesTable, useActivityFilters } from './activities-table.tsx';
import { ActivityModal } from './activity.modal.tsx';

/** The sort of activities, and the topics that make them stale. */
function useOptions(live: LiveTopic) {
  return {
    live: ['activities', live] as const,
    sort: 'created_at desc',
    filters: useActivityFilters({ isOfStore: false }),
  };
}

/** A product's tab with its activities and those of its SKUs and listings. */
export function ProductActivities({ slug }: { readonly slug: string }) {
  const { storeId } = useStore();
  const params = { storeId, productId: slug };
  return <Activities list={useList(listProductActivities, { params, ...useOptions('variants') })} />;
}

/** A SKU's tab with its activities and those of its listings. */
export function VariantActivities({ slug }: { readonly slug: string }) {
  const { storeId } = useStore();
  const params = { storeId, variantId: slug };
  return <Activities list={useList(listVariantActivities, { params, ...useOptions('variants') })} />;
}

/** An order's tab with its activities. */
export function OrderActivities({ referenceNumber }: { readonly referenceNumber: string }) {
  const { storeId } = useStore();
  const params = { storeId, referenceNumber };
  return <Activities list={useList(listOrderActivities, { params, ...useOptions('orders') })} />;
}

/** Activities on the page of their record; a row opens a dialog over it. */
function Activities({ list }: { readonly list: List<Reply<typeof listActivities>> }) {
  const { dialog, linkTo, close } = useOpenDialog();
  const opened = /^activity-(\d+)$/.exec(dialog ?? '')?.[1];
  return (
    <>
      <ActivitiesTable
        list={list}
        activities={list.data?.activities}
        total={list.data?.total_count}
        open={({ id }: Activity, label) => <Link {...linkTo(`activity-${String(id)}`)}>{label}</Link>}
      />
      {opened !== undefined && <ActivityModal id={Number(opened)} onClose={close} />}
    </>
  );
}
