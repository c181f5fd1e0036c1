import type { Chinese } from '../../../i18n/texts.ts';
import type { useAnnouncementsText } from './announcements.texts.ts';

export const announcementsChinese: Chinese<typeof useAnnouncementsText> = {
  announcements: '公告',
  none: '目前没有公告',
  lead: '所有店铺都会在概览中看到。',
  subscriptions: '订阅',
  title: '标题',
  titleRequired: '请填写标题',
  content: '内容',
  contentRequired: '请填写内容',
  contentHint: '每行一段。以短横线开头的行显示为列表。',
  announce: '发布',
  announced: '已向所有店铺发布',
  announceFailed: '发布失败',
  takeBack: '撤回',
  takeBackNamed: '撤回 {{title}}',
  takeBackQuestion: '撤回“{{title}}”？',
  takeBackText: '店铺将不再看到它。',
  takenBack: '公告已撤回',
  takeBackFailed: '撤回失败',
};
