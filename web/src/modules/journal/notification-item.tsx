import type { StoreNotification } from '@evenstock/contract/stores/notifications';
import { Button } from 'antd';
import { Link } from 'react-router';
import { paragraphText, useMessageText } from '../../i18n/message-text.ts';
import { FormattedContent } from '../../ui/values/formatted-content.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import './notifications.css';
import { useNotificationsText } from './notifications.texts.ts';

interface NotificationItemProps {
  readonly notification: StoreNotification;
  readonly onRead: (id: number) => void;
  /** Called when the user follows its link. */
  readonly onLeave?: () => void;
  /** The format of the time: relative in the popover, absolute on the page. */
  readonly time: 'relative' | 'absolute';
}

/** One notification: what happened, the remedy, the time, and whether it was read. Opening it marks it as read. */
export function NotificationItem({ notification, onRead, onLeave, time }: NotificationItemProps) {
  const t = useNotificationsText();
  const messageText = useMessageText();
  const { id, created_at: at, link } = notification;
  const title = messageText(notification.title_message ?? { text: notification.title });
  const isUnread = !notification.is_read;
  const open = () => {
    if (isUnread) onRead(id);
    onLeave?.();
  };
  return (
    <li className={isUnread ? 'es-notification es-notification-unread' : 'es-notification'}>
      <div className="es-notification-head">
        {notification.is_critical && (
          <StateTag colour="red" glyph="warning">
            {t('critical')}
          </StateTag>
        )}
        {isUnread && <span className="es-unread" role="img" aria-label={t('unread')} title={t('unread')} />}
        {link === null ? (
          <span className="es-notification-title">{title}</span>
        ) : (
          <Link className="es-notification-title" to={link} onClick={open}>
            {title}
          </Link>
        )}
      </div>
      <Content notification={notification} />
      <div className="es-notification-foot">
        <span className="es-quiet">
          <Time at={at} {...(time === 'relative' ? { relative: 'only' } : {})} />
        </span>
        {isUnread && (
          <Button type="link" size="small" aria-label={t('readNamed', { title })} onClick={() => onRead(id)}>
            {t('read')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Content({ notification }: Pick<NotificationItemProps, 'notification'>) {
  const { paragraphs, formatted_content: html } = notification;
  if (paragraphs === undefined) return <FormattedContent html={html} />;
  return (
    <div className="es-formatted">
      {paragraphs.map((paragraph, place) => (
        <p key={place}>{paragraphText(paragraph)}</p>
      ))}
    </div>
  );
}
