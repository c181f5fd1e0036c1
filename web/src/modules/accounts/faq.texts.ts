import { texts } from '../../i18n/texts.ts';

export const useFaqText = texts('faq', {
  title: 'FAQ',
  pricingSection: 'Setting up and Pricing',
  highestTitle: 'Which quantity does a merged SKU get?',
  highest:
    'Merging takes the highest quantity across $t(term:marketplaces), unless you choose otherwise. The dialog shows what each listing becomes before anything is done.',
  markTitle: 'What does the exclamation mark mean?',
  mark: 'An exclamation mark means that quantities differ between $t(term:marketplaces).',
  reservedTitle: 'Which stock is reserved for campaigns?',
  reservedKnown: 'Shopee campaign stock: known automatically.',
  reservedByHand: 'Lazada campaign stock: entered manually.',
  reservedUnknown: 'Lazada occupied stock: not obtainable.',
  priceTitle: 'What does it cost?',
  priceFree: 'Up to {{free}} merged listings of a store are free.',
  priceFlat: 'Up to {{flatUpTo}} merged listings cost {{flat}} SGD per month.',
  priceMore:
    'Beyond that it is {{flat}} SGD plus {{more}} SGD per merged listing above the {{flatUpTo}}th, per month.',
  priceMean: 'What counts is the mean of the daily counts in the month.',
  priceNone: 'This installation charges nothing.',
  whereTitle: 'Where must my store be?',
  where: 'Only Singapore-based stores are supported.',
  useSection: 'Using Evenstock',
});
