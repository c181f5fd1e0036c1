/** What the server says of cancellations. */
export const cancellationMessages = {
  not_cancellable: 'An order in this state cannot be cancelled from here.',
  not_requested: 'The buyer has not asked to cancel.',
  cannot_refuse: '{{channel}} lets a request to cancel be refused only in its seller centre.',
  reason_required: 'Reason is required',
  reason_gone: 'This reason is not offered any more. Choose another one.',
  refunds_itself: '{{channel}} refunds the buyer by its own rules. Leave the refund out.',
  refund_contradicts: 'Either nothing is refunded, or the delivery fee too. Leave one of them out.',
  detail_required: 'Details are required for this reason',
  items_required: 'Choose the items that are out of stock.',
  whole_order: '{{channel}} cancels all items of an order together.',
  item_cancelled: 'An item is cancelled already. Leave it out.',
} as const;
