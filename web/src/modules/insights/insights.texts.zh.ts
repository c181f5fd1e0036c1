import type { Chinese } from '../../i18n/texts.ts';
import type { useInsightsText } from './insights.texts.ts';

export const insightsChinese: Chinese<typeof useInsightsText> = {
  summary: '概览',
  today: '今日（{{zone}}）',
  newOrders: '新订单',
  newBuyers: '新买家',
  salesToday: '今日销售额',
  ordersToShip: '待发货订单',
  alsoIn: '另有 {{amounts}}',
};
