/** What the server says of webhooks. */
export const webhookMessages = {
  url_required: 'URL is required',
  url_too_long: 'URL must be at most {{limit}} characters long',
  url_invalid: 'URL must be a whole address, such as https://example.com/evenstock',
  url_not_https: 'URL must begin with https://',
  url_with_password: 'URL must not hold a name and password',
  url_private: 'This address is not public. Webhooks are sent to public addresses only',
  events_required: 'Choose at least one event',
  event_unknown: 'This event is not known',
  too_many: 'A store can have {{count}} webhooks. Delete one first',
  switched_off_first: 'This webhook is off. Switch it on first.',

  // Why a delivery failed.
  answered: 'The receiver answered {{status}}.',
  redirected: 'The receiver answered {{status}}: redirects are not followed. Enter the new address.',
  address_private: 'The name leads to an address that is not public.',
  name_unknown: 'The name of the receiver is not known.',
  no_answer: 'The receiver did not answer within {{seconds}} seconds.',
  not_reached: 'The receiver could not be reached.',
  certificate: 'The receiver’s certificate is not valid.',
  was_switched_off: 'The webhook was switched off.',

  // Notification.
  went_off: 'A webhook to {{host}} was switched off',
  no_answer_for_a_day: 'Its receiver did not take a delivery for a day. Nothing is sent to it any more.',
  switch_on_again: 'Check the receiver, switch the webhook on again, and send again what failed.',
} as const;
