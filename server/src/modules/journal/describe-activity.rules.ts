import type { Activity } from '@evenstock/contract/journal/activity-log';
import { activityLabel } from '@evenstock/contract/messages/activity-label';
import { english } from '@evenstock/contract/messages/english';
import type { FieldValue } from './activity-changes.rules.ts';
import type { ActivityRecord } from './activity-list.queries.ts';

const NOTHING = '–';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function categoryOf(key: string, value: unknown): Activity['extras'][number]['category'] {
  if (/(_id|_ids|_of)$/.test(key)) return 'record';
  return typeof value === 'number' ? 'count' : 'fact';
}

const fieldOf = (value: FieldValue): Activity['actor_changes'][number]['before'] =>
  typeof value === 'object' && value !== null ? [...value] : value;

/** An activity as the API shows it. */
export function describeActivity(row: ActivityRecord): Activity {
  const label = activityLabel(row.key);
  const { recipient_type: type, recipient_id: id, recipient_name: name } = row;
  const text = english(label);
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    key: row.key,
    description: name === null ? text : `${text}: ${name}`,
    label,
    owner:
      row.user_email === null || row.actor_id === null ? null : { id: row.actor_id, email: row.user_email },
    actor: {
      id: row.actor_id,
      type: row.actor_type,
      trackable_name: row.actor_name,
      store_name: row.store_name,
      store_id: row.store_id,
      store_slug: row.store_slug,
      user_email: row.user_email,
    },
    access_token:
      row.access_token_id === null ? null : { id: row.access_token_id, name: row.access_token_name },
    recipient: type === null || id === null ? null : { type, id, name },
    actor_changes: Object.entries(row.changes).map(([key, [before, after]]) => ({
      key,
      value: `${textOf(before)} → ${textOf(after)}`,
      before: fieldOf(before),
      after: fieldOf(after),
    })),
    extras: Object.entries(row.extras).map(([key, value]) => ({
      key,
      value: textOf(value),
      category: categoryOf(key, value),
    })),
    session: null,
    link_params: row.link_params,
  };
}
