import type { Chinese } from '../../i18n/texts.ts';
import type { useNotificationsText } from './notifications.texts.ts';

export const notificationsChinese: Chinese<typeof useNotificationsText> = {
  title: '通知',
  newest: '最新通知',
  bell: '通知',
  bellUnread_other: '通知，{{count}} 条未读',
  none: '暂无通知',
  onSummary: '店铺的通知显示在概览页。',
  digest: '每天早上用邮件告诉我新通知',
  digestOn: '有新通知的日子，您会在 {{hour}}:00 收到邮件。',
  digestOff: '您不会再收到此类邮件。',
  notSwitched: '未能切换，请重试。',
  readAll: '全部标为已读',
  allRead: '所有通知已标为已读',
  read: '标为已读',
  readNamed: '标为已读：{{title}}',
  notRead: '未能标为已读，请重试。',
  unread: '未读',
  critical: '重要',
  seeMore: '查看更多',
};
