import { listStoreNotifications } from '@evenstock/contract/journal/journal';
import { notificationsPageSize } from '@evenstock/contract/stores/notifications';
import { Button, Empty, Skeleton } from 'antd';
import type { Reply } from '../../api/call.ts';
import { useStore } from '../../api/store-context.ts';
import { useList, type List } from '../../ui/lists/list.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { ShortPager } from '../../ui/pages/short-pager.tsx';
import { DigestSwitch } from './digest-switch.tsx';
import { useMarkRead } from './mark-read.ts';
import { NotificationItem } from './notification-item.tsx';
import { useNotificationsText } from './notifications.texts.ts';

type Notifications = List<Reply<typeof listStoreNotifications>>;

/** The store's notifications, newest first. */
export function NotificationsPanel() {
  const t = useNotificationsText();
  const { storeId, store_profile: profile } = useStore();
  const markRead = useMarkRead();
  const list = useList(listStoreNotifications, {
    params: { storeId },
    live: ['notifications'],
    sort: 'created_at desc',
    perPage: notificationsPageSize,
  });
  const shown = list.data?.store_notifications ?? [];
  const hasUnread =
    (profile?.store_notifications_unread_count ?? 0) > 0 || shown.some(({ is_read: isRead }) => !isRead);
  return (
    <Panel
      title={t('title')}
      flush
      action={
        hasUnread ? (
          <Button
            className="es-read-all"
            type="link"
            size="small"
            loading={markRead.isBusy}
            onClick={markRead.all}
          >
            {t('readAll')}
          </Button>
        ) : undefined
      }
    >
      <Rows list={list} onRead={markRead.one} />
      {profile !== null && <DigestSwitch language={profile.digest_language} />}
    </Panel>
  );
}

function Rows({ list, onRead }: { readonly list: Notifications; readonly onRead: (id: number) => void }) {
  const t = useNotificationsText();
  const { data, failure, state } = list;
  if (data === undefined) {
    if (failure !== null) return <Retry failure={failure} onRetry={list.retry} />;
    return <Skeleton className="es-notifications-skeleton" active title={false} paragraph={{ rows: 4 }} />;
  }
  if (data.store_notifications.length === 0 && state.page === 1) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />;
  }
  return (
    <>
      <ul className={list.stale ? 'es-rows es-stale' : 'es-rows'} aria-busy={list.refreshing}>
        {data.store_notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onRead={onRead}
            time="absolute"
          />
        ))}
      </ul>
      <ShortPager
        page={state.page}
        perPage={state.perPage}
        total={data.total_count}
        onTurn={(page) => list.change({ page })}
      />
    </>
  );
}
