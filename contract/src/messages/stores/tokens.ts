/** What the server says of access tokens. */
export const tokenMessages = {
  name_required: 'Name is required',
  name_too_long: 'Name must be at most {{limit}} characters long',
  scopes_required: 'Choose what the token may do',
  scope_unknown: 'A token cannot be given this',
  scope_not_own: 'You may not do this yourself: {{scopes}}',
  days_unknown: 'Choose 7, 30, 90 or 365 days',
  too_many: 'You have {{count}} tokens in this store. Revoke one that is not used, then try again',
  members_only: 'Only members of the store make tokens for it.',
  not_living: 'This access token is unknown, was revoked, or has ended. Make a new one.',
  not_for_tokens: 'This is done by people who are signed in, not with an access token.',
  scope_missing: 'This access token was not given {{scope}}, or its person may not do it any more.',
  other_store: 'This access token is for another store.',
  too_many_calls_one: 'Too many calls with this access token. Try again in a second.',
  too_many_calls_other: 'Too many calls with this access token. Try again in {{count}} seconds.',
} as const;
