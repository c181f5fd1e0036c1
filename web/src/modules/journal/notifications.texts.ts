import { texts } from '../../i18n/texts.ts';

export const useNotificationsText = texts('notifications', {
  title: 'Notifications',
  /** The name of what the bell opens: the summary has notifications, too. */
  newest: 'Newest notifications',
  bell: 'Notifications',
  bellUnread_one: 'Notifications, {{count}} unread',
  bellUnread_other: 'Notifications, {{count}} unread',
  none: 'No notifications at this time',
  onSummary: 'You find them on the Summary page of this store.',
  digest: 'Mail me what is new every morning',
  digestOn: 'On days with something new you get a mail at {{hour}}:00.',
  digestOff: 'You get no more of these mails.',
  notSwitched: 'It could not be switched. Try again.',
  readAll: 'Read all',
  // These texts are given by the specification.
  allRead: 'All announcements marked as read',
  read: 'Mark as read',
  readNamed: 'Mark as read: {{title}}',
  notRead: 'It could not be marked as read. Try again.',
  unread: 'Unread',
  critical: 'Critical',
  seeMore: 'See more',
});
