import { texts } from '../../../i18n/texts.ts';

export const useSegmentsText = texts('orderSegments', {
  viewsOfTab: 'Views of this tab',
  segment_all: 'All',
  segment_to_answer: 'To answer',
  segment_awaiting_payment: 'Awaiting payment',
  segment_to_print: 'To print',
  segment_to_pack: 'To pack',
  segment_to_hand_over: 'To hand over',
});
