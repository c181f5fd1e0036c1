import { texts } from '../../i18n/texts.ts';

export const useBillingText = texts('billing', {
  subscriptionHistory: 'Subscription History',
  subscriptions: 'Subscriptions',
  subscriptionsOf: 'Subscription history of {{name}}',
  subscriptionsLead: 'What each store merged on average in a month, and what it is estimated to cost.',
  openStore: 'Open the store',
  store: 'Store',
  deletedStore: '{{name}} (deleted)',
  month: 'Month',
  average: 'Average merged listings',
  cost: 'Estimated monthly cost',
  charged: 'Billed',
  notCharged: 'Not billed',
  recorded: 'Created',
  noMonth:
    'Nothing is counted yet. Merged listings are counted once a day; the first month appears with the first count.',

  announcements: 'Announcements',
  activities: 'Activities outside of stores',
  deadLetters: 'Dead letters',
  vouchers: 'Vouchers due',
  vouchersLead:
    'These were invited by a store and are in their second month of paying. Each gets a $50 voucher. You issue it; nothing is recorded of that.',
  voucherFor: 'Account',
  invitedBy: 'Invited by',
  dueSince: 'Due since',
  noVoucher: 'Nobody is due a voucher.',

  subscription: 'Subscription',
  subscribed: 'This store has a subscription.',
  notSubscribed:
    'This store has no subscription. Up to {{free}} merged listings are free; beyond that a payment method is needed.',
  tier: 'Tier',
  subscriptionId: 'Subscription ID',
  addPayment: 'Add payment method',
  checkoutFailed: 'The payment page could not be opened: {{reason}}',
  checkoutFailedPlain: 'The payment page could not be opened. Try again.',
  askOwner: 'The owner of the store adds a payment method or ends the subscription.',

  end: 'End Subscription',
  endConfirm: 'End the subscription of {{name}}?',
  endText:
    'This month is billed now, by what was merged on average while there was the subscription. Listings that are merged stay merged and in sync. Merging more than {{free}} listings asks for a payment method again.',
  ended: 'Subscription for {{name}} store ended successfully',
  endFailed:
    'Failed to cancel subscription for {{name}}, please cancel directly on the sister console product instead!',

  promptTitle: 'Add a payment method first?',
  promptText:
    'Up to {{free}} merged listings are free. Beyond that merging costs $10 SGD a month, and $0.10 SGD more for each merged listing above the 100th. Your card is entered with the payment provider; nothing of it is kept here.',
  promptMember:
    'Only the owner of the store can add one. You can go on while the store stays within {{free}} merged listings.',
  notNow: 'Not now',
  goOn: 'Go on',
  cancel: 'Cancel',

  newStoreNotice: 'Enter a payment method in the console before you create a store.',
  newStoreHint: 'Up to {{free}} merged listings of a store are free.',
  openConsole: 'Enter a payment method',
});
