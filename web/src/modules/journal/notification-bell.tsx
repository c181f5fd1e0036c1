import { BellOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore, type StoreHere } from '../../api/store-context.ts';
import { useMarkRead, type MarkRead } from './mark-read.ts';
import { NotificationItem } from './notification-item.tsx';
import { useNotificationsText } from './notifications.texts.ts';

/** The position below the bell; on a phone it is shifted to fit the screen. */
const placements = {
  bottomRight: { points: ['tr', 'br'], offset: [0, 12], overflow: { shiftX: true, adjustY: false } },
};

/** The count of unread notifications of the store; a click shows them. */
export function NotificationBell() {
  const t = useNotificationsText();
  const { store_profile: profile } = useStore();
  const [open, setOpen] = useState(false);
  // Used here and not in the content, because a failure is reported even after the popover has closed.
  const markRead = useMarkRead();
  const unread = profile?.store_notifications_unread_count ?? 0;
  return (
    <Popover
      trigger="click"
      destroyOnHidden
      placement="bottomRight"
      arrow={false}
      builtinPlacements={placements}
      open={open}
      onOpenChange={setOpen}
      content={
        <BellContent profile={profile} unread={unread} markRead={markRead} onLeave={() => setOpen(false)} />
      }
    >
      <Button
        type="text"
        className="es-bell"
        icon={
          <Badge count={unread} size="small" offset={[2, -2]}>
            <BellOutlined aria-hidden />
          </Badge>
        }
        aria-label={unread === 0 ? t('bell') : t('bellUnread', { count: unread })}
        aria-expanded={open}
      />
    </Popover>
  );
}

interface BellContentProps {
  /** Null for a user who is not a member of the store: no read state is kept for them. */
  readonly profile: StoreHere['store_profile'];
  readonly unread: number;
  readonly markRead: MarkRead;
  readonly onLeave: () => void;
}

function BellContent({ profile, unread, markRead, onLeave }: BellContentProps) {
  const t = useNotificationsText();
  const { storeId } = useStore();
  const notifications = profile?.store_notifications ?? [];
  return (
    <section className="es-bell-popover" aria-label={t('newest')}>
      <header>
        <h2>{t('title')}</h2>
        {unread > 0 && (
          <Button
            className="es-read-all"
            type="link"
            size="small"
            loading={markRead.isBusy}
            onClick={markRead.all}
          >
            {t('readAll')}
          </Button>
        )}
      </header>
      {notifications.length === 0 ? (
        <p className="es-bell-none">{t(profile === null ? 'onSummary' : 'none')}</p>
      ) : (
        <ul>
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onRead={markRead.one}
              onLeave={onLeave}
              time="relative"
            />
          ))}
        </ul>
      )}
      <footer>
        <Link to={`/stores/${storeId}/summary`} onClick={onLeave}>
          {t('seeMore')}
        </Link>
      </footer>
    </section>
  );
}
