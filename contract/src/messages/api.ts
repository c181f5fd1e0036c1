/** What every call may be answered with, whatever it is about. */
export const apiMessages = {
  // Records that a path names.
  access_token_not_found: 'The access token was not found.',
  announcement_not_found: 'The announcement was not found.',
  account_not_found: 'The account was not found.',
  action_not_found: 'The action was not found.',
  activity_not_found: 'The activity was not found.',
  console_not_found: 'The sister console was not found.',
  dead_letter_not_found: 'The dead letter was not found.',
  listing_not_found: 'The listing was not found.',
  marketplace_not_found: 'The marketplace was not found.',
  member_not_found: 'The member was not found.',
  stock_movement_not_found: 'The stock movement was not found.',
  merge_not_found: 'The merge was not found.',
  notification_not_found: 'The notification was not found.',
  operation_not_found: 'The operation was not found.',
  order_not_found: 'The order was not found.',
  product_not_found: 'The product was not found.',
  product_listing_not_found: 'The product listing was not found.',
  record_not_found: 'This record was not found.',
  saved_view_not_found: 'The view was not found.',
  session_not_found: 'The session was not found.',
  store_not_found: 'The store was not found.',
  store_of_link_not_found: 'The store of this link was not found.',
  tally_not_found: 'The stock count or receipt was not found.',
  transfer_not_found: 'The transfer was not found.',
  variant_not_found: 'The variant was not found.',
  webhook_not_found: 'The webhook was not found.',
  webhook_delivery_not_found: 'The delivery was not found.',
  address_unknown: 'This address does not exist.',

  // Files that a signed link opens.
  file_link_ended: 'This link has ended. Open the file again where you found it.',
  file_unreadable: 'This file cannot be read just now. Try again in a minute.',
  file_gone: 'This file is no longer kept.',

  // Who calls.
  sign_in: 'Sign in and try again.',
  metrics_token_missing: 'Send the metrics token as a bearer token.',
  not_allowed: 'Your role does not allow this. Ask an admin or the owner of the store.',
  platform_only:
    'This is for the people who run this installation of Evenstock. Your work is in your stores.',

  // The request itself.
  body_too_large: 'The request is too large.',
  address_too_long: 'The address is too long.',
  not_json: 'Send JSON, with the content type application/json.',
  invalid_json: 'The body is not valid JSON. Check it and send it again.',
  not_served: 'The request cannot be served.',
  too_many_values: 'The address carries too much: at most {{count, number}} values.',
  nul_character: 'The text holds a NUL character, which cannot be stored. Take it out.',
  sort_unknown: "Cannot sort by '{{text}}'. Sort by one of {{fields}}, then asc or desc.",

  // A field.
  required: '{{field}} is required',
  must_be_number: '{{field}} must be a number',
  must_be_whole_number: '{{field}} must be a whole number',
  must_be_text: '{{field}} must be text',
  must_be_flag: '{{field}} must be true or false',
  must_be_list: '{{field}} must be a list',
  must_be_object: '{{field}} must be an object',
  must_be_instant: '{{field}} must be a time such as 2026-11-20T09:00:00Z',
  must_be_day: 'must be a day such as 2026-11-20',
  must_be: '{{field}} must be {{expected}}',
  too_long: '{{field}} must be at most {{limit}} characters long',
  too_short: '{{field}} must be at least {{limit}} characters long',
  too_many: '{{field}} must be at most {{limit}} entries',
  too_few: '{{field}} must be at least {{limit}} entries',
  too_big: '{{field}} must be at most {{limit}}',
  too_small: '{{field}} must be at least {{limit}}',
  not_a_choice: '{{field}} must be one of: {{choices}}',
  invalid_format: '{{field}} is not a valid {{format}}',
  unknown_field: '{{field}} is not known here',
  unknown_field_nearest: '{{field}} is not known here, but {{nearest}} is',
  invalid: '{{field}} is not valid',
  either: '{{faults}}',

  // Faults.
  database_away: 'The database does not answer. Try again in a moment. Reference: {{reference}}',
  database_read_only:
    'The database takes no changes now. Try again in a few minutes. Reference: {{reference}}',
  database_full:
    'The disk of the database is full. Whoever runs Evenstock must free some space. Reference: {{reference}}',
  database_slow:
    'That took the database too long. Try again later, or ask for less. Reference: {{reference}}',
  files_away: 'Files cannot be read or stored just now. Try again in a minute. Reference: {{reference}}',
  internal: 'Sorry, something went wrong. Please try again later. Reference: {{reference}}',
  not_recorded:
    'Evenstock could not record it. The rest was recorded; the log of the server names the cause.',
  /** A marketplace's own words, or a connector's: English. */
  channel: '{{text}}',
} as const;
