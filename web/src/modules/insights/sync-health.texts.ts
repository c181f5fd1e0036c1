import { texts } from '../../i18n/texts.ts';

export const useSyncHealthText = texts('syncHealth', {
  speed: 'Speed of sync',
  speedHint: 'Over the last 24 hours',
  stage: 'Step',
  seen: 'Sold → seen here',
  seenHint: 'From the sale until its order is here',
  pushed: 'Seen → sent',
  pushedHint: 'From a change of quantity here until it is sent to this shop',
  confirmed: 'Sent → confirmed',
  confirmedHint: 'Until this shop has confirmed it',
  median: 'Half within (p50)',
  slowest: '95% within (p95)',
  times: 'Times',
  none: 'None',
  now: 'Now',
  waiting: 'Quantities that wait',
  oldest: 'Waiting longest since',
  nextAttempt: 'Next attempt',
  lastError: 'Last error',
  noError: 'None',
});
