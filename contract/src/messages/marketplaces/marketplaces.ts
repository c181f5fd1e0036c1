/** What the server says of marketplaces. */
export const marketplaceMessages = {
  zeroing_needs_authorisation:
    '{{marketplace}} is not authorised, so its listings cannot be set to 0 from here. Authorise it first, or set them to 0 in its seller centre.',
  safety_changed: 'Somebody has set its safety stock to {{units}} meanwhile.',
  name_taken: 'Another marketplace of this store has this name. Choose another name.',
  name_contended: 'Many marketplaces of this name are being created right now. Try again.',
  flag_for_staff: 'Only people who run this installation may add a {{flag}}.',
  shop_name_invalid: '{{channel}} shop name is the part of your store’s address before .{{domain}}.',
  authorised_already: '{{marketplace}} is authorised already. Deactivate it first to authorise it anew.',
  channel_required: 'Channel is required',
  shop_name_required: '{{channel}} shop name is required',
  flag_elsewhere: '“{{flag}}” is for {{channel}} alone. Choose the channel {{channel}}, or leave it out.',
} as const;
