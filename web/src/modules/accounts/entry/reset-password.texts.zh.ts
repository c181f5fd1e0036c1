import type { Chinese } from '../../../i18n/texts.ts';
import type { useResetText } from './reset-password.texts.ts';

export const resetChinese: Chinese<typeof useResetText> = {
  forgetTitle: '忘记密码？',
  forgetIntro: '我们会发送一封含链接的邮件，用于设置新密码。',
  email: '邮箱',
  cancel: '取消',
  sendLink: '发送链接',
  checkInbox: '请查收邮件。',
  resetTitle: '重置密码',
  resetIntro: '请为您的账号设置新密码。其他设备上的登录将全部退出。',
  password: '密码',
  passwordHint: '至少 {{count}} 个字符。',
  resetButton: '重置密码',
  changed: '密码修改成功',
  failed: '重置密码失败',
  invalidLink: '链接无效',
  invalidLinkHint: '链接不完整。请从邮件中重新打开，或重新获取链接。',
  newLink: '重新获取链接',
};
