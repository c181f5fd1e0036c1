/** What the server says of actions. */
export const actionMessages = {
  not_dismissible: 'This action is still under way, or was done.',
  no_effect: 'The marketplace did not answer, and nothing changed there. Try again later.',
  given_up_not_sent: 'Nothing was done at the marketplace, and a member closed it.',
  given_up_unknown: 'Nobody knows whether it took effect, and a member closed it. Look at the marketplace.',
  record_gone: 'It no longer exists, so nothing was sent to the marketplace.',
  record_gone_since: 'It no longer exists, so nobody can see whether this took effect.',
  taken_over: 'Another worker has taken this action over.',
} as const;
