/** What the server says of billing. */
export const billingMessages = {
  no_subscription: 'This store has no subscription.',
  subscription_not_ended:
    'The payment provider did not end the subscription. Try again, or end it in the console.',
  not_charged: 'Nothing is paid for in this installation.',
  notice_unsigned: 'The notice is not signed by the payment provider.',
  merging_needs_payment:
    'This would make {{merged}} merged listings, and {{free}} are free. Add a payment method first, then merge again.',
  has_payment_method: 'This store has a payment method already.',
  path_required: 'must be a path of this program, such as /stores',

  // Notifications.
  payment_late: 'A payment for this store did not go through',
  payment_late_help:
    'The card was not charged. It is tried again by itself; if it has expired, put in another one in the console.',
  subscription_ended: 'The subscription of this store has ended',
  subscription_ended_help:
    'The payment provider ended it. Merged listings stay merged; to merge more, add a payment method again.',
} as const;
