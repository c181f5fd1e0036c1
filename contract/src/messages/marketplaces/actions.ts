/** What the server says of actions. */
export const actionMessages = {
  not_dismissible: 'This action is still under way, or was done.',
  not_retriable: 'This action cannot be tried again, or somebody has done so already.',
  busy: 'Something else is being done to it. Wait until that has ended.',
  unknown_still:
    'The marketplace has not confirmed this yet. Evenstock keeps asking. Look there whether it is done; then dismiss this, and do it again if it is not.',
  no_effect: 'The marketplace did not answer, and nothing changed there. Try again later.',
  given_up_not_sent: 'Nothing was done at the marketplace, and a member closed it.',
  given_up_unknown: 'Nobody knows whether it took effect, and a member closed it. Look at the marketplace.',
  not_authorised:
    'The marketplace refused Evenstock’s authorisation. See its marketplace page, then try again.',
  record_gone: 'It no longer exists, so nothing was sent to the marketplace.',
  record_gone_since: 'It no longer exists, so nobody can see whether this took effect.',
  reason_deleted: 'The reason was deleted with the buyer’s data.',
  taken_over: 'Another worker has taken this action over.',
} as const;
