import { texts } from '../../../i18n/texts.ts';

export const useBarcodesText = texts('barcodes', {
  barcodes: 'Barcodes',
  hint: 'EAN, UPC, GTIN or ISBN',
  none: 'No barcode.',
  noneHint: 'What your $t(term:marketplaces) have of it is shown here.',
  add: 'Add barcodes',
  addHint: 'Type or scan them. Commas separate several.',
  save: 'Add',
  required: 'Enter a barcode',
  remove: 'Remove',
  removeNamed: 'Remove {{code}}',
  removeFailed: 'Failed to remove the barcode',
  entered: 'Entered here',
  otherKind: 'Other',
  wrongCheckDigit: 'Check digit is wrong',
  wrongCheckDigitHint: 'The last digit does not follow from the others: one of them may be mistyped.',
  alsoOf: 'Also of',
});
