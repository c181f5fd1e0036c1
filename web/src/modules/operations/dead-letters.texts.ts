import { texts } from '../../i18n/texts.ts';

export const useDeadLettersText = texts('deadLetters', {
  title: 'Dead letters',
  lead: 'Background jobs of the installation that failed for good. They wait until somebody has them run again, or discards them.',
  subscriptions: 'Subscriptions',
  job: 'Job',
  about: 'About',
  reason: 'Last failure',
  failed: 'Failed',
  attempts_one: 'after {{count}} attempt',
  attempts_other: 'after {{count}} attempts',
  retry: 'Run again',
  discard: 'Discard',
  discardQuestion: 'Discard {{job}}?',
  discardHint: 'It is deleted, and what it was to do is not done.',
  retried: 'It runs again.',
  failedTo: 'That could not be done.',
  failedToBecause: 'That could not be done: {{reason}}',
  ofStore: 'Dead letters',
  ofStoreHint:
    'Work of the whole store that failed for good. It waits until you run it again, or discard it.',
  none: 'No job has failed for good.',
  noReason: 'No reason was recorded.',
});
