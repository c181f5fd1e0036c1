import { listActivities } from '@evenstock/contract/journal/activity-log';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { useList } from '../../ui/lists/list.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { ActivitiesTable, useActivityFilters } from './activities-table.tsx';
import { useActivitiesText } from './activities.texts.ts';

/** The activities of the store; a row opens its page. */
export default function ActivitiesPage() {
  const t = useActivitiesText();
  const { storeId } = useStore();
  const list = useList(listActivities, {
    params: { storeId },
    live: ['activities', 'orders', 'variants', 'marketplaces', 'operations', 'store'],
    sort: 'created_at desc',
    filters: useActivityFilters({ ofRecord: false }),
  });
  return (
    <>
      <PageHeader title={t('activities')} />
      <ActivitiesTable
        list={list}
        activities={list.data?.activities}
        total={list.data?.total_count}
        open={({ id }, label) => <Link to={`/stores/${storeId}/activities/${String(id)}`}>{label}</Link>}
      />
    </>
  );
}
