import type { spreadsheetMessages } from './spreadsheets.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const spreadsheetChinese: ChineseOf<typeof spreadsheetMessages> = {
  skus_required: '至少需要一个 SKU',
  too_many_skus: '一次最多导出 {{limit}} 个 SKU。',
  nothing_to_export: '这里没有可导出的内容：请更改筛选条件后再导出。',
  link_ended: '此链接已失效。请重新导出以获取新链接。',

  file_required: '请选择表格（.xlsx 或 .csv）。',
  empty_file: '文件为空。请导出商品，并填写该表格。',
  too_many_rows: '表格超过 {{limit}} 行。请拆分后逐个导入。',
  expands_too_far: '文件解压后超过 {{megabytes}} MB。请删除不需要的内容后重新保存。',
  unreadable: '无法读取文件。请另存为 .xlsx 或 .csv 后重新选择。',
  other_layout: '第一行缺少“{{column}}”列。请导出商品，并填写该表格。',
  no_visible_tab: '文件的所有工作表都已隐藏。请显示需要的工作表，保存后重新选择。',
  unknown_tab: '文件没有名为“{{tab}}”且包含这些列的可见工作表。',
  choose_tab: '多个工作表包含这些列：{{tabs}}。请选择需要的一个。',
  column_twice: '第一行有两个“{{column}}”列。请保留有效的一列，删除另一列。',
  no_rows: '表格只有标题，没有数据行。',
  absolute_or_not: '表格没有“Exported quantity”列。请选择按表格中的数量直接设置，或重新导出。',

  not_whole: '“{{value}}”不是整数',
  read_in_two_ways: '“{{value}}”可能是 {{one}} 或 {{other}}。请不要使用分隔符或正负号',
  out_of_range: '“{{value}}”过大或过小',
  barcode_rounded: '电子表格把长数字显示为“{{value}}”，无法得知原来的条码。请将该列设为文本格式后重新输入',
  quantity_required: '需要填写数量',
  unknown_id: '此店铺没有 ID 为“{{value}}”的商品',
  unknown_sku: '此店铺没有 SKU 为“{{value}}”的商品',
  shared_sku: '多个商品使用 SKU“{{value}}”。请用 Variant Id 指明',
  sku_alike: '“{{value}}”可能是以下任一 SKU：{{skus}}。请用 Variant Id 指明',
  id_and_sku: 'Variant Id 对应“{{sku}}”，而该行写的是“{{value}}”。请清空其中一个单元格',
  id_or_sku: '需要填写 Variant Id 或 SKU',
  rows_to_mend: '待修改的行 {{day}}.xlsx',
  repeated: '第 {{row}} 行已是同一商品',
};
