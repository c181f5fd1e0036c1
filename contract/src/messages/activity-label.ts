import { activityKeys } from '../kinds/activities.ts';
import { message, type MessageOnWire } from './message.ts';

const known: ReadonlySet<string> = new Set(activityKeys);

/** What an activity says, by its key. A key of another version is shown as it is. */
export function activityLabel(key: string): MessageOnWire {
  if (!known.has(key)) return message('api.channel', { text: key });
  return { code: `activities.${key.replace('.', '_')}`, values: {} };
}
