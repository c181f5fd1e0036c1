import type { Chinese } from '../../../i18n/texts.ts';
import type { useEditGridText } from './edit-grid.texts.ts';

export const editGridChinese: Chinese<typeof useEditGridText> = {
  open: '修改价格和数量',
  hint: '直接输入，或从电子表格粘贴。保存之前不会发送。',
  tooMany: '每次最多修改 {{count, number}} 个 SKU。请减少选择。',
  sku: 'SKU',
  quantity: '数量',
  price: '{{name}} 的价格',
  cell: '{{sku}} 的{{column}}',
  was: '原为 {{value}}',
  skipped: '此处不能修改价格：',
  none: '所选 SKU 均已不存在。',
  fault_whole: '0 至 1,000,000 的整数',
  fault_price: '不低于 0.10 的价格，例如 12.50',
  faults_other: '{{count, number}} 个单元格无法保存：{{first}}',
  changed_other: '{{count, number}} 处修改',
  save_other: '保存 {{count, number}} 处修改',
  saveNone: '保存',
  notStarted: '未能保存，请重试。',
};
