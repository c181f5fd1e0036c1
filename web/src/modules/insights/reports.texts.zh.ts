import type { Chinese } from '../../i18n/texts.ts';
import type { useReportsText } from './reports.texts.ts';

export const reportsChinese: Chinese<typeof useReportsText> = {
  reports: '报表',
  report: '报表名称',
  new_products: '新增商品',
  products_purchased: '售出商品',
  new_orders: '新增订单',
  orders_total: '订单总额',
  product_stocks: '商品库存',
  product_purchased: '商品售出',
  series: '分组',
  days: '按日',
  weekdays: '按星期',
  hours: '按小时',
  dateRange: '起止日期',
  from: '开始日期',
  to: '结束日期',
  show: '显示方式',
  chart: '图表',
  table: '表格',
  saveCsv: '保存为 CSV 文件',
  total: '合计',
  chartOf: '{{report}}，{{from}} 至 {{to}}',
  chartOfCurrency: '{{report}}（{{currency}}），{{from}} 至 {{to}}',
  nothing: '这些日期内没有数据',
  inZone: '日期和小时按 {{zone}} 时区',
};
