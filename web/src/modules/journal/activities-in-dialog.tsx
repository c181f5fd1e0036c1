import type { listActivities } from '@evenstock/contract/journal/activity-log';
import { Link } from 'react-router';
import type { Reply } from '../../api/call.ts';
import type { List } from '../../ui/lists/list.ts';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { ActivitiesTable } from './activities-table.tsx';
import { ActivityModal } from './activity.modal.tsx';

/** Activities whose rows open a dialog over the page. */
export function ActivitiesInDialog({ list }: { readonly list: List<Reply<typeof listActivities>> }) {
  const { dialog, linkTo, close } = useOpenDialog();
  const opened = /^activity-(\d+)$/.exec(dialog ?? '')?.[1];
  return (
    <>
      <ActivitiesTable
        list={list}
        activities={list.data?.activities}
        total={list.data?.total_count}
        open={({ id }, label) => <Link {...linkTo(`activity-${String(id)}`)}>{label}</Link>}
      />
      {opened !== undefined && <ActivityModal id={Number(opened)} onClose={close} />}
    </>
  );
}
