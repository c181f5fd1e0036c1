import { passwordMinLength } from '@evenstock/contract/accounts';
import type { Chinese } from '../../i18n/texts.ts';
import type { useEntryText } from './entry.texts.ts';

export const entryChinese: Chinese<typeof useEntryText> = {
  tagline: '一份库存，所有$t(term:marketplace)同步。',
  loginToContinue: '请先登录',
  email: '邮箱',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  login: '登录',
  resetPassword: '重置密码',
  emailRequired: '请输入邮箱',
  emailInvalid: '邮箱格式不正确',
  passwordRequired: '请输入密码',
  passwordShort: `密码至少需要 ${passwordMinLength} 个字符`,
  welcomeBack: '欢迎回来！',
  loginFailed: '登录失败',
  noAnswer: 'Evenstock 没有响应。请检查网络连接后重试。',
  passwordExpired: '密码已过期，请修改密码。',
  needLogin: '请先登录再查看该页面。',
  wentWrong: '抱歉，出错了。请稍后再试。',
  retry: '重试',
  copyright: '© {{year}} Evenstock',
  privacyPolicy: '隐私政策',
  faq: '常见问题',
  logIn: '登录',
  signUp: '注册',
  menu: '菜单',
  consoleLogin: '通过控制台登录',
  otp: '验证码',
  otpHint: '验证器应用中的六位数字，或一个恢复码。',
};
