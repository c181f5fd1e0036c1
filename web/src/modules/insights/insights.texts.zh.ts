import type { Chinese } from '../../i18n/texts.ts';
import type { useInsightsText } from './insights.texts.ts';

export const insightsChinese: Chinese<typeof useInsightsText> = {
  summary: '概览',
  today: '今日（{{zone}}）',
  newOrders: '新订单',
  newBuyers: '新买家',
  salesToday: '今日销售额',
  ordersToShip: '待发货订单',
  setup: '后续步骤',
  connectAnother: '连接另一个$t(term:marketplace)',
  connectAnotherWhy: '所有平台共用一份库存。',
  allowSync: '允许库存同步',
  allowSyncWhy: '各平台数量保持一致。',
  mergeInventory: '合并库存',
  mergeInventoryWhy: '同一商品的刊登共用一个数量。',
  stepDone: '已完成',
  stepOpen: '待办',
  alsoIn: '另有 {{amounts}}',
};
