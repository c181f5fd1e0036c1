import { texts } from '../../i18n/texts.ts';

export const useOperationsText = texts('operations', {
  syncTitle: 'Sync from $t(term:marketplace)',
  syncProgress: 'Reading {{done}} of {{total}}…',
  mergeTitle: 'Merge Inventory',
  mergeProgress: 'Merging: {{done}} of {{total}}',
  goesOn: 'You can close this: it goes on by itself.',
  cancel: 'Cancel',
  ending: 'Ending…',
  cancelFailed: 'Failed to cancel',
  cancelFailedBecause: 'Failed to cancel: {{reason}}',
  cancelled: 'Cancelled after {{done}} of {{total}}. What was done stands.',
  retryFailed: 'Failed to try again',
  retryFailedBecause: 'Failed to try again: {{reason}}',
  retry: 'Retry failed',
  details: 'Details',
  close: 'Close',
  more_one: 'And {{count}} more.',
  more_other: 'And {{count}} more.',
});
