/** What the server says of stores. */
export const storeMessages = {
  invitation_of_another:
    'This invitation is for another address. Sign in with the address that it was mailed to.',
  invitation_dead:
    'This invitation was accepted already, taken back, replaced by a newer one, or has run out. Ask for a new one.',
  session_ended: 'You are not signed in, or your session has ended. Sign in and try again.',
  password_expired: 'Password expired. Please change your password.',
  second_factor_needed:
    'This store lets only people in who use a second factor. Switch it on in your account, then come back.',
  name_contended: 'Many stores of this name are being created right now. Try again.',
  member_already: 'This person is already a member of the store',
  too_many_pending:
    '{{count}} invitations are pending already. Remove some that nobody will accept, then try again',
  too_many_invitations: 'A store can invite {{count}} times a day. Go on tomorrow',
  too_many_referrals: 'Your store can write to {{count}} addresses a day. Go on tomorrow',
  referring_is_off: 'Referring friends is switched off here.',
  owner_stays: 'The owner cannot be changed or removed. The ownership can be transferred instead.',
  transferree_not_member: 'Choose a member of the store who has accepted the invitation',
  transfer_pending: 'Another transfer is pending. Cancel it first, then start this one.',
  transfer_of_another: 'Only the member whom the ownership was offered to can answer.',
  owner_decides_second_factor: 'Only the owner of the store decides whether everyone needs a second factor.',
  own_second_factor_first: 'Switch on the second factor of your own account first. You would be shut out.',
  running_out_days_range: 'Days must be a whole number between {{least}} and {{most}}',
  title_required: 'Title is required',
  content_required: 'Content is required',
  name_required: 'Name is required',
  country_required: 'Country is required',
  role_required: 'Role is required',
  role_unknown: 'Role must be member or admin',
  transferree_required: 'Transferee is required',
  transfer_ended: 'This transfer was {{state}} already. Reload the page.',
  addresses_too_long: 'This is too long',
  address_invalid: '{{address}} is not an email address',
  too_many_addresses: 'At most {{limit}} addresses at a time',
  read_only_once: 'can only become read',
  view_name_required: 'Name the view',
  view_name_too_long: 'A name has at most {{limit}} characters',
  view_name_taken: 'You have a view of this name already. Choose another name',
  view_too_long: 'These filters are too long to be saved',
  too_many_views: 'You have {{limit}} views of this list. Delete one first',

  // Notifications.
  ownership_offered: 'The ownership of this store is offered to you',
  ownership_offered_by:
    '{{member}} offers you the ownership. Accept or reject it in the store’s settings; until you accept, nothing changes.',
  ownership_accepted: '{{member}} owns this store now',
  you_are_admin_now: 'The ownership that you offered was accepted. You are an admin of the store now.',
  card_stays:
    'The subscription stays on the card of {{member}}. To pay yourself, end it and add your own payment method.',
  your_card_stays:
    'The subscription is still charged to your card. {{member}} is asked for a card of their own.',
  card_of_former_owner: 'This store is paid by the card of its former owner',
  enter_your_card:
    'If the card is not yours, end the subscription and add your own payment method. What is merged stays merged.',
  ownership_declined: '{{member}} declined the ownership',
  you_stay_owner: 'You are still the owner of this store.',
  ownership_withdrawn: 'The ownership of this store is no longer offered to you',
  ownership_withdrawn_by: '{{member}} took the offer back.',
  transferree_left: '{{member}} is no longer in this store',
  ownership_offered_to_nobody: 'The ownership that you offered to them is offered to nobody now.',
} as const;
