import type { MailLanguage } from './accounts.ts';
import { chinese } from '../messages/chinese.ts';
import { english } from '../messages/english.ts';

/** Of each language: how messages are rendered, its tag in HTML, and what separates its sentences. */
export const spoken = {
  en: { say: english, tag: 'en', between: ' ' },
  zh: { say: chinese, tag: 'zh-Hans', between: '' },
} as const satisfies Readonly<Record<MailLanguage, unknown>>;
