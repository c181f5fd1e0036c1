import { texts } from '../../../i18n/texts.ts';

export const useEditGridText = texts('editGrid', {
  open: 'Edit prices and quantities',
  hint: 'Type, or paste cells from a spreadsheet. Nothing is sent before you save.',
  tooMany: 'At most {{count, number}} SKUs can be edited at a time. Choose fewer.',
  sku: 'SKU',
  quantity: 'Quantity',
  price: 'Price at {{name}}',
  cell: '{{column}} of {{sku}}',
  was: 'was {{value}}',
  skipped: 'No prices here:',
  none: 'None of the chosen SKUs is here any more.',
  fault_whole: 'A whole number from 0 to 1,000,000',
  fault_price: 'A price of 0.10 or more, such as 12.50',
  faults_one: '{{count, number}} cell cannot be saved: {{first}}',
  faults_other: '{{count, number}} cells cannot be saved: {{first}}',
  changed_one: '{{count, number}} change',
  changed_other: '{{count, number}} changes',
  save_one: 'Save {{count, number}} change',
  save_other: 'Save {{count, number}} changes',
  saveNone: 'Save',
  notStarted: 'Nothing was saved. Try again.',
});
