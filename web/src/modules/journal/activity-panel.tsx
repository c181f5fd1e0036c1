import type { Activity } from '@evenstock/contract/journal/activity-log';
import { useContext } from 'react';
import { Link } from 'react-router';
import { StoreContext } from '../../api/store-context.ts';
import { Code } from '../../ui/values/money.tsx';
import { Facts } from '../../ui/pages/panel.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useActivitiesText } from './activities.texts.ts';
import { ActivityActor, ActivityDetails, ActivityRecord } from './activity-parts.tsx';

/** All details of an activity. */
export function ActivityFacts({ activity }: { readonly activity: Activity }) {
  const t = useActivitiesText();
  const store = useContext(StoreContext);
  const { recipient } = activity;
  const all = recipient === null ? null : `${recipient.type}:${String(recipient.id)}`;
  return (
    <>
      <Facts
        facts={[
          { label: t('createdAt'), value: <Time at={activity.created_at} relative="beside" /> },
          { label: t('who'), value: <ActivityActor activity={activity} /> },
          { label: t('record'), value: <ActivityRecord activity={activity} /> },
          { label: t('key'), value: <Code>{activity.key}</Code> },
          { label: t('changes'), value: <ActivityDetails activity={activity} />, isWide: true },
        ]}
      />
      {all !== null && (
        <p className="es-activity-more">
          <Link
            to={{
              pathname: store === null ? '/admin/activities' : `/stores/${store.storeId}/activities`,
              search: new URLSearchParams({ recipient: all, created_at_dategteq: '' }).toString(),
            }}
          >
            {t('allOfRecord')}
          </Link>
        </p>
      )}
    </>
  );
}
