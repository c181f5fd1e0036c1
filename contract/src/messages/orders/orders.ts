/** What the server says of orders. */
export const orderMessages = {
  search_too_long: 'Search for at most {{limit}} characters, or for a list of whole order numbers',
  too_many_numbers: 'At most {{limit}} numbers can be searched at once',
  too_far_back:
    'Orders are listed for the last {{months}} months; choose a later day, or search an exact order number',
  not_returned: 'Only units that came back, or were cancelled and not put back, can be restocked.',
  nothing_to_link: 'This item has a SKU already.',
  nothing_to_restock: 'There are no units that came back, or were not put back, and are not restocked yet.',
  not_shipped: 'Only shipped orders can be moved to completed.',
  needs_authorisation: '{{marketplace}} is not authorised. Verify it on its page, then try again.',
  not_by_channel: '{{channel}} does not let other programs do this. Do it in its seller centre.',
  busy: 'Not done: something else is being done to this order since {{since}}. Ask again once that has ended.',
  busy_ship:
    'Not done: {{who}} asked for a shipment of this order at {{since}}, and it is not confirmed yet. Ask again once it has ended.',
  busy_ready_to_collect:
    'Not done: {{who}} set this order ready to collect at {{since}}, and it is not confirmed yet. Ask again once it has ended.',
  busy_confirm_pickup:
    'Not done: {{who}} confirmed the pickup of this order at {{since}}, and it is not confirmed there yet. Ask again once it has ended.',
  busy_cancel:
    'Not done: {{who}} asked at {{since}} to cancel this order or items of it, and it is not confirmed yet. Ask again once it has ended.',
  busy_accept_cancellation:
    'Not done: {{who}} accepted the buyer’s cancellation at {{since}}, and it is not confirmed yet. Ask again once it has ended.',
  busy_reject_cancellation:
    'Not done: {{who}} rejected the buyer’s cancellation at {{since}}, and it is not confirmed yet. Ask again once it has ended.',
  busy_accept_return:
    'Not done: {{who}} accepted the return of this order at {{since}}, and it is not confirmed yet. Ask again once it has ended.',
  busy_dispute_return:
    'Not done: {{who}} disputed the return of this order at {{since}}, and it is not confirmed yet. Ask again once it has ended.',
  not_confirmed_yet: '{{channel}} has not confirmed yet. We check and tell you on the order’s page.',
  refused: 'The marketplace refused it.',
  marketplace_silent: 'The marketplace does not answer. Nothing was sent. Try again in a few minutes.',
  not_known_there: '{{marketplace}} knows no order with this number.',
  foreign_item: 'An item is not of this order.',
  notes_too_long: 'Notes have at most {{limit}} characters.',
  no_item_to_restock: 'Choose at least one item to restock.',
  item_twice: 'An item is named twice.',
  notes_required: 'Notes is required',
  number_required: 'Order Number is required',
  none_chosen: 'Choose at least one order.',
  too_many_chosen: 'Choose at most {{limit}} orders at once.',
  sync_not_found: 'The order was not found.',
  sync_not_authorised: '{{marketplace}} is not authorised. Verify it on its page, then synchronize again.',
  sync_missing: '{{marketplace}} does not know this order any more. You see what it last sent.',
  sync_cancelled: 'It was cancelled before this one.',
  awaiting_payment: 'Awaiting payment',
  ship_again: 'The carrier could not take it: ship it again',
  returned: 'Returned',
  refunded: 'Refunded',
  cancellation_requested: 'Cancellation requested',
  being_cancelled: 'Being cancelled at the marketplace',
  return_requested: 'Return requested',
  cancelled: 'Cancelled',
  failed_there: 'Failed at the marketplace',
  unknown_state: 'The marketplace reports a state that we do not know: look at the order there',
  buyer_deleted: 'The buyer’s data were deleted, so it can no longer be sent from here.',
  data_asked: 'A buyer asks for the data that you keep',
  data_asked_help:
    '{{marketplace}} passed on the request. Send the buyer what the pages of these orders show: {{orders}}. The law gives you a month.',
  buyer_collected: 'Buyer has collected the order. Awaiting buyer to confirm.',
} as const;
