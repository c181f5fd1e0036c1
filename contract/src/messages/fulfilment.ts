/** What the server says of fulfilment. */
export const fulfilmentMessages = {
  order_busy: 'Something else is being done to this order. Try again when that has ended.',
  marketplace_silent: 'The marketplace does not answer. Nothing was sent. Try again in a few minutes.',
  method_needed: 'Choose how it is shipped.',
  method_gone: 'This way of shipping is not offered any more.',
  choice_gone: 'This {{field}} is not offered any more. Choose another one.',
  no_item: 'Choose at least one item.',
  foreign_item: 'An item is not of this order.',
  item_over: 'An item is fulfilled or cancelled already. Leave it out.',
  shipped_together: 'The items of this order are shipped together.',
  needs_authorisation: '{{marketplace}} is not authorised. Verify it on its page, then ship again.',
  not_confirmed: '{{channel}} has not confirmed yet what was asked for before. We check and tell you here.',
  shipped_elsewhere: 'Orders of {{channel}} are shipped in its seller centre.',
  not_to_ship: 'The order does not wait to be shipped. Sync it from its marketplace to see where it is.',
  shipped_already:
    'This order was shipped from here already. Its state follows once its marketplace tells it.',
  refused: 'The marketplace refused it.',
} as const;
