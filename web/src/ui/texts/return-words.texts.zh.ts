import type { Chinese } from '../../i18n/texts.ts';
import type { useReturnWordsText } from './return-words.texts.ts';

export const returnWordsChinese: Chinese<typeof useReturnWordsText> = {
  state_pending: '等待您处理',
  state_to_return: '退回途中',
  state_accepted: '已接受',
  state_disputed: '争议中',
  state_refused: '已拒绝',
  state_cancelled: '买家已取消',
  reason_not_received: '未收到商品',
  reason_wrong_item: '收到错误的商品',
  reason_damaged: '商品收到时已损坏',
  reason_not_as_described: '与描述不符',
  reason_agreed: '已与买家协商一致',
  reason_another: '其他原因',
  reason_changed_mind: '买家改变主意',
  reason_missing: '缺少商品',
  reason_disappointed: '未达到买家预期',
  reason_fake: '商品为假货',
  reason_not_working: '商品无法使用',
  reason_does_not_fit: '尺寸不合适',
  reason_suspicious: '包裹可疑',
  reason_expired: '商品已过期',
  reason_wrong_order: '订单信息有误',
  reason_wrong_address: '地址有误',
  reason_numbered: '原因 {{code}}',
};
