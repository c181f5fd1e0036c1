import { texts } from '../../i18n/texts.ts';

export const useInsightsText = texts('insights', {
  summary: 'Summary',
  today: 'Today, in {{zone}}',
  newOrders: 'New Orders',
  newBuyers: 'New Buyers',
  salesToday: 'Sales Today',
  ordersToShip: 'Orders to Ship',
  alsoIn: 'also {{amounts}}',
});
