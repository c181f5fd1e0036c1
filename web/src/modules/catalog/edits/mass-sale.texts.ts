import { texts } from '../../../i18n/texts.ts';

export const useMassSaleText = texts('massSale', {
  delist: 'Delist',
  relist: 'Relist',
  delistTitle: 'Delist listings',
  relistTitle: 'Relist listings',
  delistOk_one: 'Delist {{count, number}} listing',
  delistOk_other: 'Delist {{count, number}} listings',
  relistOk_one: 'Relist {{count, number}} listing',
  relistOk_other: 'Relist {{count, number}} listings',
  delistText:
    'These listings go off sale, with all of their SKUs ({{variants, number}}). Their quantities stay in step here.',
  relistText: 'These listings go on sale again, with all of their SKUs ({{variants, number}}).',
  noneDelists: 'None of the chosen listings can be delisted.',
  noneRelists: 'None of the chosen listings can be relisted.',
  listings_one: '{{count, number}} listing',
  listings_other: '{{count, number}} listings',
  skipped: 'Skipped',
  loading: 'Counting the listings',
  notStarted: 'Nothing was started.',
  lookAgain: 'Look again',
});
