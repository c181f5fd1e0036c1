/** What mails say. */
export const mailMessages = {
  reset_subject: 'Reset your Evenstock password',
  reset: 'Somebody asked to reset the password of {{email}}. Choose a new one here, within {{hours}} hours.',
  reset_action: 'Choose a new password',
  reset_latest_link: 'The link works once. If you asked for several, only the latest works.',
  reset_not_you: 'Was it not you? Then do nothing: the password stays as it is.',

  confirmation_subject: 'Confirm your Evenstock account',
  confirmation:
    'Welcome to Evenstock. Confirm your address within {{hours}} hours, and your account is ready.',
  confirmation_action: 'Confirm my address',
  confirmation_once: 'The link works once.',
  confirmation_not_you: 'Did you not sign up? Then do nothing: no account is made.',

  registered_subject: 'You already have an Evenstock account',
  registered: 'Somebody tried to sign up with {{email}}, which has an account already. Nothing was changed.',
  registered_help:
    'If it was you, just sign in. If you do not remember the password, ask for a new one at {{url}}',
  registered_action: 'Sign in',
  registered_not_you: 'Was it not you? Then do nothing.',

  deletion_subject: 'Your Evenstock account will be deleted',
  deletion:
    'As asked, your account is deleted on {{day}}, {{days}} days after the request. You are signed out everywhere.',
  deletion_help: 'Changed your mind, or was it not you? Sign in before that day, and the account stays.',
  deletion_action: 'Keep my account',

  password_changed_subject: 'Your Evenstock password was changed',
  password_changed: 'The password of {{email}} was changed just now, and every other place was signed out.',
  password_changed_action: 'It was not me: reset the password',

  second_factor_on_subject: 'A second factor protects your Evenstock account now',
  second_factor_on: 'The second factor of {{email}} was switched on just now: signing in asks for its code.',
  second_factor_off_subject: 'The second factor of your Evenstock account was switched off',
  second_factor_off: 'The second factor of {{email}} was switched off just now: the password alone signs in.',

  invitation_subject: 'You have been invited to {{store}} on Evenstock',
  invitation_as_admin: '{{inviter}} invites you to work in the store {{store}} on Evenstock, as an admin.',
  invitation_as_member: '{{inviter}} invites you to work in the store {{store}} on Evenstock, as a member.',
  /** Where the account of who invited is gone. */
  unnamed_invitation_as_admin:
    'A member of the store invites you to work in the store {{store}} on Evenstock, as an admin.',
  unnamed_invitation_as_member:
    'A member of the store invites you to work in the store {{store}} on Evenstock, as a member.',
  invitation_help: 'Accept here. If you have no account yet, you choose a password; otherwise you sign in.',
  invitation_action: 'Accept the invitation',
  invitation_until: 'The link works once, within {{days}} days: until {{until}}.',
  invitation_unexpected: 'Did you not expect this? Then do nothing: without your acceptance nothing changes.',

  transfer_action: 'Open the store’s settings',
  transfer_offered_subject: 'The ownership of {{store}} is offered to you',
  transfer_offered: '{{member}} offers you the ownership of the store {{store}} on Evenstock.',
  transfer_offered_help: 'Accept or reject it in the store’s settings. Until you accept, nothing changes.',
  transfer_cancelled_subject: 'The ownership of {{store}} is no longer offered to you',
  transfer_cancelled: 'The offer of {{member}} to make you the owner of the store {{store}} was taken back.',
  transfer_accepted_subject: '{{member}} is the owner of {{store}} now',
  transfer_accepted:
    '{{member}} accepted the ownership of the store {{store}} on Evenstock. You are an admin of the store now.',
  transfer_rejected_subject: '{{member}} declined the ownership of {{store}}',
  transfer_rejected: '{{member}} declined to own the store {{store}} on Evenstock. You are still its owner.',

  referral_subject: '{{store}} recommends Evenstock to you',
  referral:
    '{{store}} keeps one stock in step on every marketplace with Evenstock, and thinks that you could, too.',
  referral_offer:
    'Sign up by this link and get a $50 voucher offer. It is issued in the second month of a paid subscription.',
  referral_action: 'See the offer',
  referral_once: 'You get this mail once, because somebody at this store typed in your address.',

  first_sync_subject: '{{marketplace}} is synced on Evenstock',
  first_sync:
    'The existing products and orders of {{marketplace}} ({{store}}) are synced:\n{{listings}} product listings and {{orders}} orders.',
  first_sync_action: 'See them',

  notification_action: 'Open its page',
  sent_by_switch:
    'You get this mail as an owner or admin of {{store}}. Its settings can switch such mails off.',

  digest_subject_one: '{{count}} new notification in {{store}}',
  digest_subject_other: '{{count}} new notifications in {{store}}',
  digest: 'This is new in {{store}}, and you have not read it yet:',
  digest_more: 'And {{more}} more.',
  digest_action: 'See them all',
  digest_by_switch:
    'You get this mail once a day, as you asked. Switch it off beside the notifications of {{store}}.',

  stock_refused_subject: '{{marketplace}} rejected {{total}} stock updates',
  stock_refused: '{{marketplace}} in {{store}} rejected stock updates. Here is why:',
  stock_refused_more: 'And {{more}} more.',
  stock_refused_action: 'See them all',

  zeroed_subject: 'Force zero in {{store}} is scheduled',
  zeroed: 'Listings that show 0 from {{from}} to {{to}} ({{zone}}): {{listings}}',
  unzeroed_subject: 'Force zero in {{store}} is removed',
  unzeroed: 'Listings that show their quantity again: {{listings}}',
  zeroed_row: '{{name}}:',
  zeroed_more_rows: 'And {{rows}} more.',
  zeroed_action: 'See the products',

  merged_subject: 'Merging in {{store}} is complete',
  merged: '{{skus}} SKUs in {{store}} now share one quantity over their marketplaces.',
  merged_failed: '{{skus}} could not be merged; start the merge again to retry them.',
  merged_action: 'See them',

  export_action: 'Download the file',
  export_link: 'The link works for 24 hours, for you alone: sign in with {{email}}.',
  products_exported_subject: 'Your products of {{store}}',
  products_exported: 'The spreadsheet of products that you asked for in {{store}} is ready.',
  movements_exported_subject: 'Your stock movements of {{store}}',
  movements_exported: 'The spreadsheet of stock movements that you asked for in {{store}} is ready.',
  orders_exported_subject: 'Your orders of {{store}}',
  orders_exported: 'The spreadsheet of orders that you asked for in {{store}} is ready.',
  order_items_exported_subject: 'Your order items of {{store}}',
  order_items_exported: 'The spreadsheet of order items that you asked for in {{store}} is ready.',

  quantities_imported_subject: 'The quantities of {{store}} are imported',
  quantities_imported: '{{done}} rows of your sheet are done in {{store}}, and {{failed}} failed.',
  quantities_not_imported_subject: 'The import into {{store}} ended early',
  quantities_not_imported:
    'The import into {{store}} ended before its last row: {{done}} rows are done, and {{failed}} failed. What was done stands.',
  quantities_before: 'This sheet was imported before: what was done then was not done again.',
  quantities_to_mend: 'The file holds the rows that failed, and why. Mend them there, and import it.',
  quantities_action: 'See the products',
} as const;
