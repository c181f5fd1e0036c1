import type { reportMessages } from './reports.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const reportChinese: ChineseOf<typeof reportMessages> = {
  new_products: '新增商品',
  products_purchased: '售出商品',
  new_orders: '新增订单',
  orders_total: '订单总额',
  product_stocks: '商品库存',
  product_purchased: '商品售出',
  of_product: '此报表针对单个商品；请在商品页面打开',
  of_store: '此报表针对整个店铺；请在报表页面打开',
  days_only: '此报表仅按日期提供',
  backwards: '开始日期不能晚于结束日期或今天',
  too_early: '报表最早从 {{day}} 开始',
};
