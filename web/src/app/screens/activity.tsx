import type { Activity } from '@evenstock/contract/journal/activity-log';
import { UndoMerge } from '../../modules/catalog/merges/undo-merge.tsx';
import { ActivityPage } from '../../modules/journal/activity.page.tsx';

/** One activity, with the undo of its merge. */
export default function ActivityScreen() {
  return <ActivityPage actions={(activity) => <UndoRecorded activity={activity} />} />;
}

function UndoRecorded({ activity: { key, extras } }: { readonly activity: Activity }) {
  const mergeId = Number(extras.find((extra) => extra.key === 'merge_id')?.value);
  if (key !== 'variant.merge' || !Number.isSafeInteger(mergeId)) return null;
  return <UndoMerge mergeId={mergeId} />;
}
