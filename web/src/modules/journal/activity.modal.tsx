import { showActivity, showInstallationActivity } from '@evenstock/contract/journal/activity-log';
import { useContext } from 'react';
import { useCall } from '../../api/queries.ts';
import { StoreContext } from '../../api/store-context.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { useActivitiesText } from './activities.texts.ts';
import { ActivityFacts } from './activity-panel.tsx';
import { useActivityWords } from './activity-words.ts';
import { DeleteActivity } from './delete-activity.tsx';

const modalWidth = 720;

interface ActivityModalProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** An activity of the store of the screen; outside of any store, one of the installation. */
function useActivity(id: number) {
  const store = useContext(StoreContext);
  const params = { activityId: id };
  const ofStore = useCall(
    showActivity,
    { params: { ...params, storeId: store?.storeId ?? '' } },
    { enabled: store !== null },
  );
  const ofInstallation = useCall(showInstallationActivity, { params }, { enabled: store === null });
  return store === null ? ofInstallation : ofStore;
}

/** One activity in a dialog over the page of its record. */
export function ActivityModal({ id, onClose }: ActivityModalProps) {
  const t = useActivitiesText();
  const words = useActivityWords();
  const query = useActivity(id);
  const key = query.data?.activity.key;
  return (
    <Modal
      open
      width={modalWidth}
      title={key === undefined ? t('activity') : words.key(key)}
      footer={<DeleteActivity id={id} onDeleted={onClose} />}
      onCancel={onClose}
    >
      <PageState query={query} notHere={<p>{t('notFound')}</p>} lines={4}>
        {({ activity }) => <ActivityFacts activity={activity} />}
      </PageState>
    </Modal>
  );
}
