import type { Chinese } from '../../../i18n/texts.ts';
import type { useSegmentsText } from './order-segments.texts.ts';

export const segmentsChinese: Chinese<typeof useSegmentsText> = {
  viewsOfTab: '此标签的视图',
  segment_all: '全部',
  segment_to_answer: '待答复',
  segment_awaiting_payment: '待付款',
  segment_to_print: '待打印',
  segment_to_pack: '待打包',
  segment_to_hand_over: '待交接',
};
