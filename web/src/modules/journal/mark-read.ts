import { readAllStoreNotifications, readStoreNotification } from '@evenstock/contract/journal/journal';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/pages/notices.ts';
import { useNotificationsText } from './notifications.texts.ts';

/** Marks notifications as read for the signed-in member. */
export interface MarkRead {
  readonly one: (id: number) => void;
  readonly all: () => void;
  /** Whether all are being marked. */
  readonly isBusy: boolean;
}

/** Marks notifications of this store as read; a failure is shown as a message. */
export function useMarkRead(): MarkRead {
  const t = useNotificationsText();
  const { storeId } = useStore();
  const one = useWrite(readStoreNotification, ['notifications']);
  const all = useWrite(readAllStoreNotifications, ['notifications']);
  const onError = () => notify({ kind: 'error', text: t('notRead') });
  return {
    one: (storeNotificationId) => one.mutate({ params: { storeId, storeNotificationId } }, { onError }),
    all: () =>
      all.mutate(
        { params: { storeId } },
        { onError, onSuccess: () => notify({ kind: 'success', text: t('allRead') }) },
      ),
    isBusy: all.isPending,
  };
}
