/** What the server says of pulls. */
export const pullMessages = {
  needs_authorisation: '{{marketplace}} is not authorised. Authorise it first, then pull again.',

  // Notifications.
  first_sync_done: '{{marketplace}} is synced',
  first_sync_brought: 'Listings imported: {{listings}}. Orders imported: {{orders}}.',
  orders_unreadable: 'Orders of {{marketplace}} could not be read',
  orders_unreadable_help:
    'They are not among the orders here: look after them at the marketplace itself. All of them are on its page, and are tried again by themselves.',
  list_short: 'The list of {{marketplace}} came back with {{listed}} of {{all}} products',
  list_short_text:
    'Nothing leaves your SKUs because of it. Each product that lacks is asked about, and the list is read again.',
  made_anew: 'Listings of {{marketplace}} were deleted there and made anew',
  made_anew_text:
    'The new ones are SKUs of their own. Merge them back under Merge Inventory, Suggested. The number is the SKU’s, less what the new listing has sold.',
  made_anew_codes: 'They have the codes {{codes}}.',
  made_anew_more: 'And {{more}} more.',
  listings_unreadable: 'Product listings of {{marketplace}} could not be read',
  listings_unreadable_help:
    'Their quantities are not kept in step. All of them are on its page, and are tried again by themselves.',
  orders_failing: 'Orders of {{marketplace}} are not coming in',
  orders_failing_help: 'Until they do, what is sold there is not taken off the quantities here.',
  listings_failing: 'Product listings of {{marketplace}} are not coming in',
  listings_failing_help: 'Until they do, what changes there is not seen here.',
  returns_unreadable: 'Returns at {{marketplace}} could not be read',
  returns_unreadable_help:
    'Their orders do not show them: answer them at the marketplace itself. All of them are on its page, and are tried again by themselves.',
  returns_failing: 'Returns at {{marketplace}} are not coming in',
  returns_failing_help: 'Until they do, answer returns at the marketplace itself.',
  /** The reason follows. */
  record_named: '{{reference}}:',
  record_missing: 'It is not at the marketplace any more.',
  throttled: '{{marketplace}} asks us to slow down.',
  unavailable: '{{marketplace}} did not answer.',
  unexpected: '{{marketplace}} answered in a way that we do not understand.',
  unauthorised: '{{marketplace}} does not accept our authorisation any more.',
  /** The reason follows. */
  refused_because: '{{marketplace}} refused:',
  listings_go_on: 'Pulling products goes on by itself shortly.',
  orders_go_on: 'Pulling orders goes on by itself shortly.',
  returns_go_on: 'Pulling returns goes on by itself shortly.',
  verify_to_go_on: 'Press Verify on its page to go on.',
  verify_again_to_go_on: 'Press Re-Verify on its page to go on.',
  extend_to_go_on: 'Press Extend Expiry on its page to go on.',
  next_listings_pull: 'The next pull of products tries again by itself.',
  next_orders_pull: 'The next pull of orders tries again by itself.',
  next_returns_pull: 'The next pull of returns tries again by itself.',
  internal: 'Something went wrong on our side. We try again by itself shortly.',
} as const;
