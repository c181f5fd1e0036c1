/** What the server says of fulfilment. */
export const fulfilmentMessages = {
  method_needed: 'Choose how it is shipped.',
  method_gone: 'This way of shipping is not offered any more.',
  choice_gone: 'This {{field}} is not offered any more. Choose another one.',
  no_item: 'Choose at least one item.',
  item_over: 'An item is fulfilled or cancelled already. Leave it out.',
  shipped_together: 'The items of this order are shipped together.',
  not_confirmed: '{{channel}} has not confirmed yet what was asked for before. We check and tell you here.',
  sent_by_marketplace: '{{channel}} keeps and sends these units.',
  sent_elsewhere: 'The units are assigned to a place that is not kept here.',
  not_to_ship: 'The order does not wait to be shipped. Sync it from its marketplace to see where it is.',
  set_ready_instead: 'The buyer collects this order. Use Set Ready to Collect.',
  waits_for_buyer: 'The buyer collects this order. It is ready and waits for the buyer.',
  buyer_collects: 'The buyer collects this order, so it is not shipped.',
  not_to_collect:
    'Only an order that its buyer collects, and that is still to process, can be set ready to collect.',
  not_to_pick_up: 'Only an order that waits for its buyer to collect it can be confirmed as picked up.',
  coupon_required: 'Coupon number required',
  coupon_digits: 'Coupon number must be exactly 9 digits',
  collected_otherwise: 'Not done: the pickup of this order is confirmed already, with another coupon.',
  auth_required: 'Auth number required',
  auth_digits: 'Auth number must be exactly 4 digits',
  answer_first:
    'Left out: the buyer asks to cancel this order. Accept or reject that on its page, or ship it there.',
  shipped_already:
    'This order was shipped from here already. Its state follows once its marketplace tells it.',
} as const;
