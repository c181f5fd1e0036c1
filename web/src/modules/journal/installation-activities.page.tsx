import { listInstallationActivities } from '@evenstock/contract/journal/activity-log';
import { Link } from 'react-router';
import { AdminFrame } from '../../ui/pages/admin-frame.tsx';
import { useList } from '../../ui/lists/list.ts';
import { ActivitiesInDialog } from './activities-in-dialog.tsx';
import { useActivityFilters } from './activities-table.tsx';
import { useActivitiesText } from './activities.texts.ts';

/** `/admin/activities`: activities outside of any store, for platform admins. */
export default function InstallationActivitiesPage() {
  const t = useActivitiesText();
  const list = useList(listInstallationActivities, {
    live: ['activities'],
    sort: 'created_at desc',
    filters: useActivityFilters({ ofRecord: false }),
  });
  return (
    <AdminFrame
      title={t('installation')}
      lead={t('installationLead')}
      actions={<Link to="/admin">{t('subscriptions')}</Link>}
    >
      <ActivitiesInDialog list={list} />
    </AdminFrame>
  );
}
