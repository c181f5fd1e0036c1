import { texts } from '../i18n/texts.ts';

export const useFailureText = texts('failure', {
  noAnswer: 'Evenstock did not answer. Check your connection and try again.',
  noAnswerYet: 'Evenstock does not answer. Check your connection; this page opens as soon as it does.',
  late: 'Evenstock did not answer in time. It may still be done: look before you try again.',
  because: '{{what}}: {{reason}}',
});
