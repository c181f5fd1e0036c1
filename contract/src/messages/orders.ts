/** What the server says of orders. */
export const orderMessages = {
  too_far_back:
    'Orders are listed for the last {{months}} months; choose a later day, or search an exact order number',
  not_returned: 'Only units that came back can be restocked.',
  none_chosen: 'Choose at least one order.',
  too_many_chosen: 'Choose at most {{limit}} orders at once.',
  sync_not_found: 'The order was not found.',
  sync_not_authorised: '{{marketplace}} is not authorised. Verify it on its page, then synchronize again.',
  sync_missing: '{{marketplace}} does not know this order any more. What is shown is what it last told.',
  sync_unreadable: '{{marketplace}} sent the order in a form that cannot be read: {{reason}}',
  sync_cancelled: 'It was cancelled before this one.',
  awaiting_payment: 'Awaiting payment',
  ship_again: 'The carrier could not take it: ship it again',
  returned: 'Returned',
  refunded: 'Refunded',
  cancellation_requested: 'Cancellation requested',
  return_requested: 'Return requested',
  cancelled: 'Cancelled',
  failed_there: 'Failed at the marketplace',
  unknown_state: 'The marketplace reports a state that we do not know: look at the order there',
  buyer_collected: 'Buyer has collected the order. Awaiting buyer to confirm.',
} as const;
