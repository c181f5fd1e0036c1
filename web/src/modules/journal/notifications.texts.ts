import { texts } from '../../i18n/texts.ts';

export const useNotificationsText = texts('notifications', {
  title: 'Notifications',
  bell: 'Notifications',
  bellUnread_one: 'Notifications, {{count}} unread',
  bellUnread_other: 'Notifications, {{count}} unread',
  none: 'No notifications at this time',
  onSummary: 'What this store is told is on its summary page.',
  readAll: 'Read all',
  // The words are the specification's.
  allRead: 'All announcements marked as read',
  read: 'Mark as read',
  readNamed: 'Mark as read: {{title}}',
  notRead: 'It could not be marked as read. Try again.',
  unread: 'Unread',
  critical: 'Critical',
  seeMore: 'See more',
});
