/** What the server says of connections. */
export const connectionMessages = {
  shop_unknown: '{{channel}} marketplace {{shop}} does not exist. Please create it first.',
  no_app_keys: 'This installation has no app keys for {{channel}}. Whoever runs it can set them.',
  start_again: '{{reason}} Start again on the marketplace’s page.',
  shop_connected: 'This shop is already connected.',
  marketplace_deleted: 'This marketplace was deleted meanwhile.',
  other_shop:
    '{{marketplace}} belongs to another shop. Authorise that shop, or add a new marketplace for this one.',
  same_shop:
    '{{marketplace}} is this shop already. Verify {{marketplace}} instead; its orders and listings are still here.',
  verified_with_keys: '{{marketplace}} is verified with keys. Enter them on its page.',
  state_missing:
    'The return does not carry the state it was begun with. Start again on the marketplace’s page.',
  state_of_another: 'This authorisation was not begun by you here. Start again on the marketplace’s page.',
  state_expired: 'This authorisation took longer than ten minutes. Start again on the marketplace’s page.',
  state_of_another_channel:
    'This authorisation was begun for another marketplace. Start again on this marketplace’s page.',
  other_channel: '{{marketplace}} is a marketplace of another channel.',
  no_logistics: '{{channel}} has no list of logistics.',
  notice_unsigned: 'The notice is not signed for a shop that is connected here.',
  shop_missing: '{{channel}} marketplace does not exist.',
  state_used: 'This authorisation was used already. Start again on the marketplace’s page.',
  consent_ran_out: 'The authorisation ran out.',

  // Notifications.
  authorisation_ended: '{{marketplace}} has to be authorised again',
  authorisation_ended_help:
    'An admin of the store does it on its page. Until then no orders come in from there and no quantities are sent.',
  authorisation_ends: 'The authorisation of {{marketplace}} ends on {{day}}',
  authorisation_ends_help:
    'An admin of the store has to authorise it again then, on its page. Otherwise no orders come in from there and no quantities are sent.',

  marketplace_gone: 'This marketplace does not exist any more.',
  not_connected: '{{marketplace}} is not authorised. Authorise it on its marketplace page.',
  redirected: '{{channel}} answered with a redirect to another address.',
  answer_too_long: '{{channel}} answered with more than {{megabytes}} MB, which is not read.',
  no_answer: '{{channel}} did not answer within {{seconds}} seconds, or cannot be reached.',
  not_answering: '{{channel}} has not been answering. It is asked again by itself.',
  many_calls: 'Many calls to this marketplace are waiting for their turn.',
  token_refused: '{{marketplace}} does not accept its token right now. We’ll try again shortly.',
  being_renewed: 'The authorisation of this marketplace is being renewed. It is tried again by itself.',
} as const;
