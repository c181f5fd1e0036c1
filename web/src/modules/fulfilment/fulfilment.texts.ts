import { texts } from '../../i18n/texts.ts';

export const useFulfilmentText = texts('fulfilment', {
  ship: 'Ship',
  shipOrder: 'Ship order {{number}}',
  cancel: 'Cancel',
  method: 'How it is shipped',
  items: 'Items',
  item: 'Item',
  quantity: 'Quantity',
  selectItem: 'Ship {{name}}',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
  noItem: 'Choose at least one item',
  shippedTogether: 'The items of this order are shipped together.',
  nothingAsked: '{{marketplace}} needs to know nothing else.',
  shipped: 'Order {{reference}} shipped successfully',
  shipFailed: 'Failed to ship order',
  shipFailedBecause: 'Failed to ship order: {{reason}}',
  cannotShip: 'This order cannot be shipped now',
  notConfirmed: '{{marketplace}} has not confirmed yet. We check and tell you here.',
});
