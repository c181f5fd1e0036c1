import type { Activity } from '@evenstock/contract/journal/activity-log';
import { activityKeys, actorTypes, recipientTypes } from '@evenstock/contract/kinds/activities';
import { monthsListed } from '@evenstock/contract/api/fields';
import { Switch } from 'antd';
import { useContext, useId, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '../../api/session.ts';
import { StoreContext } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import type { Filter } from '../../ui/lists/list-state.ts';
import type { List } from '../../ui/lists/list.ts';
import { dayOf, monthsBefore } from '../../ui/values/time.rules.ts';
import { Time, useNow, ZoneContext } from '../../ui/values/time.tsx';
import './activities.css';
import { useActivitiesText } from './activities.texts.ts';
import { ActivityActor, ActivityDetails, ActivityRecord } from './activity-parts.tsx';
import { useActivityWords } from './activity-words.ts';

interface ActivitiesTableProps {
  readonly list: List;
  readonly activities: readonly Activity[] | undefined;
  readonly total: number | undefined;
  /** Opens a row. */
  readonly open: (activity: Activity, label: string) => ReactNode;
}

/** Activities, with their details on demand. */
export function ActivitiesTable({ list, activities, total, open }: ActivitiesTableProps) {
  const t = useActivitiesText();
  const words = useActivityWords();
  const { isShown, toggle } = useDetails();
  const what = (activity: Activity) => open(activity, words.key(activity.key));
  return (
    <DataTable<Activity>
      list={list}
      besideFilters={toggle}
      label={t('activities')}
      rows={activities}
      total={total}
      columns={useColumns(what, isShown)}
      rowKey={({ id }) => id}
      empty={t('noItem')}
      card={(activity) => (
        <>
          <div className="es-card-row">
            <strong className="es-activity-what">{what(activity)}</strong>
            <Time at={activity.created_at} />
          </div>
          <div className="es-card-row">
            <ActivityRecord activity={activity} />
          </div>
          <div className="es-card-row">
            <ActivityActor activity={activity} />
          </div>
          {isShown && <ActivityDetails activity={activity} />}
        </>
      )}
    />
  );
}

/** Whether details are shown, kept in the address. */
function useDetails(): { isShown: boolean; toggle: ReactNode } {
  const t = useActivitiesText();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const isShown = search.get('details') === 'shown';
  const change = (shown: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (shown) next.set('details', 'shown');
        else next.delete('details');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const toggle = (
    <>
      <Switch id={id} size="small" checked={isShown} onChange={change} aria-labelledby={`${id}-label`} />
      <label htmlFor={id} id={`${id}-label`}>
        {t('details')}
      </label>
    </>
  );
  return { isShown, toggle };
}

function useColumns(
  what: (activity: Activity) => ReactNode,
  isDetailed: boolean,
): readonly Column<Activity>[] {
  const t = useActivitiesText();
  return [
    {
      key: 'created',
      title: t('createdAt'),
      sort: 'created_at',
      width: 160,
      render: (activity) => <Time at={activity.created_at} />,
    },
    { key: 'what', title: t('what'), render: what },
    { key: 'record', title: t('record'), render: (activity) => <ActivityRecord activity={activity} /> },
    { key: 'who', title: t('who'), render: (activity) => <ActivityActor activity={activity} /> },
    ...(isDetailed
      ? [
          {
            key: 'details',
            title: t('changes'),
            render: (activity: Activity) => <ActivityDetails activity={activity} />,
          },
        ]
      : []),
  ];
}

const DAY = 24 * 60 * 60_000;

/** Filters by text, day, key and kind of actor. A list of many records starts one day ago and is filtered by kind of record, too. */
export function useActivityFilters({ ofRecord }: { readonly ofRecord: boolean }): readonly Filter[] {
  const t = useActivitiesText();
  const words = useActivityWords();
  const zone = useContext(ZoneContext);
  const isInStore = useContext(StoreContext) !== null;
  const { role } = useUser();
  const now = useNow();
  const [search] = useSearchParams();
  const ofMany = {
    initial: { from: dayOf(now - DAY, zone) },
    ...(role === 'member' ? { earliest: monthsBefore(dayOf(now, zone), monthsListed) } : {}),
  };
  const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label);
  const [type = '', id] = (search.get('recipient') ?? '').split(':');
  const ofOne =
    id === undefined
      ? []
      : [{ value: `${type}:${id}`, label: t('oneRecord', { type: words.record(type), id }) }];
  const recipient: Filter = {
    kind: 'choice',
    name: 'recipient',
    label: t('recipient'),
    options: [
      ...ofOne,
      ...recipientTypes.map((value) => ({ value, label: words.record(value) })).toSorted(byLabel),
    ],
  };
  return [
    { kind: 'search', name: 'text', label: t(isInStore ? 'search' : 'searchOutside') },
    {
      kind: 'days',
      from: 'created_at_dategteq',
      to: 'created_at_datelteq',
      label: t('dateRange'),
      ...(ofRecord ? {} : ofMany),
    },
    {
      kind: 'choice',
      name: 'key',
      label: t('key'),
      options: activityKeys.map((value) => ({ value, label: words.key(value) })).toSorted(byLabel),
    },
    {
      kind: 'choice',
      name: 'actor_type',
      label: t('actorType'),
      options: actorTypes.map((value) => ({ value, label: words.actor(value) })),
    },
    ...(ofRecord ? [] : [recipient]),
  ];
}
