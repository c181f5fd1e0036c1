import type { Activity } from '@evenstock/contract/journal/activity-log';
import { useContext } from 'react';
import { Link } from 'react-router';
import { StoreContext } from '../../api/store-context.ts';
import { Time } from '../../ui/values/time.tsx';
import './activities.css';
import { useActivitiesText } from './activities.texts.ts';
import { placeOf, useActivityWords } from './activity-words.ts';

type Value = Activity['actor_changes'][number]['before'];

/** The actor of an activity. */
export function ActivityActor({ activity }: { readonly activity: Activity }) {
  const t = useActivitiesText();
  const words = useActivityWords();
  const { type, trackable_name } = activity.actor;
  if (type === 'System') return <>{t('systemName')}</>;
  return (
    <span className="es-activity-who">
      <span className="es-quiet">{words.actor(type)}</span>
      <span className="es-one-line" title={trackable_name ?? undefined}>
        {trackable_name ?? t('gone')}
      </span>
      {activity.access_token !== null && (
        <span className="es-quiet">{t('withToken', { name: activity.access_token.name ?? t('gone') })}</span>
      )}
    </span>
  );
}

/** The record of an activity, with a link to its screen. */
export function ActivityRecord({ activity }: { readonly activity: Activity }) {
  const t = useActivitiesText();
  const words = useActivityWords();
  const store = useContext(StoreContext);
  const { recipient, link_params } = activity;
  if (recipient === null) return <span className="es-quiet">{t('theStore')}</span>;
  const name = recipient.name ?? String(recipient.id);
  const place = placeOf(recipient.type, link_params);
  return (
    <span className="es-activity-who">
      <span className="es-quiet">{words.record(recipient.type)}</span>
      {place === null || store === null ? (
        <span className="es-one-line" title={name}>
          {name}
        </span>
      ) : (
        <Link className="es-one-line" title={name} to={`/stores/${store.storeId}${place}`}>
          {name}
        </Link>
      )}
    </span>
  );
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A field's value in readable form. */
function FieldValue({ value }: { readonly value: Value }) {
  const t = useActivitiesText();
  if (value === null || value === '') return <>{t('none')}</>;
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>;
  if (typeof value === 'string' && instant.test(value)) return <Time at={value} />;
  return <>{typeof value === 'object' ? value.join(', ') : value}</>;
}

/** The changes and further facts of an activity, in a few lines. */
export function ActivityDetails({ activity }: { readonly activity: Activity }) {
  const t = useActivitiesText();
  const words = useActivityWords();
  const { actor_changes, extras } = activity;
  if (actor_changes.length + extras.length === 0) return <span className="es-quiet">{t('noDetails')}</span>;
  return (
    <ul className="es-activity-details">
      {actor_changes.map(({ key, before, after }) => (
        <li key={key}>
          <span className="es-quiet">{words.field(key)}</span>{' '}
          <span>
            <FieldValue value={before} /> → <FieldValue value={after} />
          </span>
        </li>
      ))}
      {extras.map(({ key, value }) => (
        <li key={key}>
          {key === 'stock_movement_id' ? (
            <MovementLink activity={activity} label={`${words.field(key)} ${value}`} />
          ) : (
            <>
              <span className="es-quiet">{words.field(key)}</span>{' '}
              <FieldValue value={ofExtra(key === 'reason' ? words.reason(value) : value)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The ledger movement of an adjusted quantity, with a link to the SKU's ledger. */
function MovementLink({ activity, label }: { readonly activity: Activity; readonly label: string }) {
  const store = useContext(StoreContext);
  const place = placeOf(activity.recipient?.type, activity.link_params);
  if (place === null || store === null) return <>{label}</>;
  return <Link to={`/stores/${store.storeId}${place}?open=stock_movements`}>{label}</Link>;
}

/** Extras are texts, so a flag is one of two words. */
const ofExtra = (value: string): Value => (value === 'true' || value === 'false' ? value === 'true' : value);
