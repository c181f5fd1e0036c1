/** What the server says of operations. */
export const operationMessages = {
  ended_already: 'It has ended already: there is nothing left to cancel.',
  nothing_to_retry: 'There is nothing to try again here.',
  nothing_to_dismiss: 'There is nothing to dismiss here.',
  under_way: 'The same is under way already. Wait until it has ended.',
  files_away: 'Files could not be read or stored.',
  internal: 'Something went wrong on our side.',
  stands: 'What was done stands.',
  goes_on: 'It goes on by itself shortly.',
  nothing_to_continue: 'There is nothing to go on with here.',
} as const;
