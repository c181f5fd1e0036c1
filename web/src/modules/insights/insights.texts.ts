import { texts } from '../../i18n/texts.ts';

export const useInsightsText = texts('insights', {
  summary: 'Summary',
  today: 'Today, in {{zone}}',
  newOrders: 'New Orders',
  newBuyers: 'New Buyers',
  salesToday: 'Sales Today',
  ordersToShip: 'Orders to Ship',
  setup: 'Next steps',
  connectAnother: 'Connect another $t(term:marketplace)',
  connectAnotherWhy: 'One stock for all of them.',
  allowSync: 'Allow inventory sync',
  allowSyncWhy: 'Quantities stay true everywhere.',
  mergeInventory: 'Merge Inventory',
  mergeInventoryWhy: 'Listings of the same thing share one quantity.',
  stepDone: 'Done',
  stepOpen: 'To do',
  alsoIn: 'also {{amounts}}',
});
