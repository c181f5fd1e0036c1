/** What the server says of stock. */
export const stockMessages = {
  adjustment_too_low: 'Adjustment must be at least -{{units}}: there are no more units to take away',
  nothing_to_take: 'Adjustment must be at least 0: there are no units to take away',
  undo_adjustments_only: 'Only adjustments can be undone here.',
  undo_too_late: 'An adjustment can be undone for a day. Adjust the quantity instead.',
  undo_restated:
    'The quantity was adjusted, counted, merged or changed on a marketplace since. Adjust it instead.',
  quantity_moved: 'The quantity is {{quantity}} now: it has changed since you saw it.',
  too_far_back: 'Stock movements go back {{months}} months. Choose a later day, or open one SKU',
  sync_is_off:
    'Inventory sync is off in this store. Allow it in Store Settings, or ask an owner or admin of the store to.',
  safety_off: 'This store keeps no safety stock. Its owner or an admin can switch it on in Store Settings.',
  safety_whole: 'Safety stock must be a whole number of units',
  safety_range: 'Safety stock must be between 0 and {{most}}',
  last_units_whole: 'The last units must be a whole number',
  last_units_range: 'The last units must be between 0 and {{most}}',
  last_units_marketplace: 'Choose the marketplace of this store that the last units are kept for',
  sets_off: 'This store makes no sets. Its owner or an admin can switch them on in Store Settings.',
  sets_remain: 'This store has sets. Open each and end it first; the list of products shows them',
  set_has_no_quantity: 'This is a set: its quantity is what its parts allow. Adjust the parts',
  set_not_merged: 'A set cannot be merged: {{names}}. End the set first, or leave it out',
  set_not_unmerged: 'A set cannot be unmerged. End the set first',
  set_is_part: 'This SKU is a part of a set, so it cannot be a set',
  set_itself: 'A set cannot be a part of itself',
  set_changed: 'Somebody has changed this set meanwhile. It is made of {{parts}} now.',
  set_ended: 'Somebody has ended this set meanwhile. It has no parts now.',
  set_twice: 'Name each part once, with all its units',
  set_unknown: 'A part must be a SKU of this store',
  set_of_sets: 'A set cannot be a part of another set',
  set_counted_first: 'This SKU waits to be counted after a restore. Count it first',
  set_units_whole: 'Units must be a whole number',
  set_units_range: 'Units must be between 1 and {{most}}',
  set_parts_range: 'A set can have up to {{most}} parts',
  // Notifications.
  quantity_refused: '{{marketplace}} rejected a stock update',
  /** The reason follows. */
  listing_named: '{{listing}}:',
  may_oversell: 'Until then the marketplace may oversell.',

  shows_more:
    'The marketplace shows {{units}} more than expected. Someone edited it there, or put units back.',
  shows_less:
    'The marketplace shows {{units}} fewer than expected. Either a new order is on its way, or someone edited it there.',
  difference_gone: 'There is no difference any more: nothing was changed.',
  shop_sync_off: 'The sync of this marketplace is switched off, so its differences are not counted.',
  difference_changed: 'The difference is {{units}} now: look at it again.',
  difference_doubtful:
    'This may be an old answer of the marketplace. It is read again soon: look again in a few minutes.',
  becomes_stock: 'We count it once its orders have been read.',
  is_set_back: 'We set it back. To change the stock, adjust it here.',
  late: 'The marketplace has not taken the new quantity yet. We keep trying; nothing needs to be done.',
  campaign_holds_more:
    'A campaign on the marketplace holds {{reserved}}, more than there is for sale. End or shrink the campaign there, or restock.',
  limited: 'The marketplace takes {{cap}} at most, so it shows that.',
  /** The reason follows. */
  quantity_not_taken: 'The marketplace refused {{quantity}}:',
  tried_soon: 'We retry every 15 minutes, and when the quantity changes.',
  tried_daily: 'Put it right on the marketplace; we try again once a day, and when the quantity changes.',
  sent_again: 'It is sent again, and read back later.',
  interrupted: 'The push was interrupted on our side.',
  not_answered: 'The answer of the marketplace did not include this listing.',
  changed_meanwhile: 'The quantity changed while the request waited for the rate limiter.',
  never_read:
    'Its stock was never read, so it was left as it is. Set it to 0 in the marketplace’s seller centre.',
  campaign_keeps:
    'A campaign on the marketplace holds {{reserved}}: these stay on sale. End the campaign in its seller centre, then set it to 0 there.',
  not_taken_in_time:
    'The marketplace did not take it in time. Set it to 0 in the marketplace’s seller centre.',
} as const;
