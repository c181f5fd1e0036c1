/** What the server says of printing. */
export const printingMessages = {
  no_labels: '{{channel}} gives no labels. Print this one where you booked its delivery.',
  not_authorised: '{{marketplace}} is not authorised. Verify it on its page, then print again.',
  order_gone: 'The order is no longer here.',
  not_ready:
    '{{channel}} has not made the label in half an hour. Look at the order there, then try it again.',
  not_yet: '{{channel}} has not given the label yet. It comes here by itself.',
  being_made: '{{channel}} is still making the label. Try again in a minute.',
  unreadable: '{{channel}} sent a label that cannot be read. Print it in its seller centre.',
  not_fetched: 'The label of {{channel}} could not be fetched. Try it again.',
  too_large: '{{channel}} sent a label of more than {{limit}} MB. Print it in its seller centre.',
  no_amounts: 'Its marketplace has not sent the amounts yet. Print the invoice once the order is paid.',
  buyer_deleted: 'The buyer’s data were deleted, so nothing can be printed with them.',
  no_items: 'Every item of this order was cancelled.',
} as const;
