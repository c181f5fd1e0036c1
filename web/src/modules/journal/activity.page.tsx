import { showActivity, type Activity } from '@evenstock/contract/journal/activity-log';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { useActivitiesText } from './activities.texts.ts';
import { ActivityFacts } from './activity-panel.tsx';
import { useActivityWords } from './activity-words.ts';
import { DeleteActivity } from './delete-activity.tsx';

interface ActivityPageProps {
  /** The actions for an activity, such as an undo. */
  readonly actions: (activity: Activity) => ReactNode;
}

/** One activity. */
export function ActivityPage({ actions }: ActivityPageProps) {
  const t = useActivitiesText();
  const { storeId } = useStore();
  const { activityId = '' } = useParams();
  const id = Number(activityId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useCall(showActivity, { params: { storeId, activityId: id } }, { enabled: isId });
  const back = { to: `/stores/${storeId}/activities`, label: t('backToActivities') };
  const notHere = <NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />;
  if (!isId) return notHere;
  return (
    <PageState query={query} notHere={notHere}>
      {({ activity }) => <Shown activity={activity} actions={actions} />}
    </PageState>
  );
}

function Shown({ activity, actions }: ActivityPageProps & { readonly activity: Activity }) {
  const t = useActivitiesText();
  const words = useActivityWords();
  const { storeId } = useStore();
  const navigate = useNavigate();
  const all = `/stores/${storeId}/activities`;
  const tab = useTabKey(`${all}/${String(activity.id)}`, ['']);
  return (
    <>
      <PageHeader
        title={words.key(activity.key)}
        trail={[{ label: t('activities'), to: all }]}
        actions={
          <>
            {actions(activity)}
            <DeleteActivity id={activity.id} onDeleted={() => void navigate(all, { replace: true })} />
          </>
        }
      />
      <Tabs activeKey={tab.active} onChange={tab.open} items={[{ key: '', label: t('activity') }]} />
      <Panel>
        <ActivityFacts activity={activity} />
      </Panel>
    </>
  );
}
