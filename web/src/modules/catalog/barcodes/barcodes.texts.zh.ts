import type { Chinese } from '../../../i18n/texts.ts';
import type { useBarcodesText } from './barcodes.texts.ts';

export const barcodesChinese: Chinese<typeof useBarcodesText> = {
  barcodes: '条码',
  hint: 'EAN、UPC、GTIN 或 ISBN',
  none: '没有条码。',
  noneHint: '$t(term:marketplaces)上的条码会显示在这里。',
  add: '添加条码',
  addHint: '可输入或扫描，多个条码以逗号分隔。',
  save: '添加',
  required: '请输入条码',
  remove: '移除',
  removeNamed: '移除 {{code}}',
  removeFailed: '移除条码失败',
  entered: '手动添加',
  otherKind: '其他',
  wrongCheckDigit: '校验位有误',
  wrongCheckDigitHint: '最后一位与其余数字不符，可能有一位输错。',
  alsoOf: '同时属于',
};
