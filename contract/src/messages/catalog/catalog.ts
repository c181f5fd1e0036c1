/** What the server says of catalog. */
export const catalogMessages = {
  merging_needs_sync:
    'Merging needs Inventory Sync: SKUs that share a quantity are kept equal on every marketplace. Allow Inventory Sync first.',
  discounts_unreadable: 'Discounts of {{channel}} cannot be read.',
  sync_needs_authorisation: '{{marketplace}} is not authorised. Authorise it first, then sync again.',
  listing_unreadable: '{{marketplace}} ({{listing}}) could not be read: {{reason}}',
  sync_is_off: 'Inventory Sync is off: allow it in the settings of the store, then merge again',
  no_boosts: '{{channel}} has no boosts.',
  division_differs:
    'The shared quantity is {{quantity}} now: the two numbers must add up to it. Look at them again.',
  division_out_of_range: 'Between 0 and {{most}} units can go with the listing.',
  nothing_to_divide: 'There are no units to divide, so 0 go with the listing.',
  not_merged: 'This listing shares its SKU with no other, so there is nothing to unmerge.',
  adjustment_required: 'Adjustment is required',
  adjustment_whole: 'Adjustment must be a whole number',
  note_too_long: 'The note must have {{most}} characters at most',
  reorder_point_whole: 'Reorder point must be a whole number of units',
  reorder_point_range: 'Reorder point must be between 0 and {{most}}',
  running_out_off:
    'This store does not show what is running out. Its owner or an admin can switch it on in Store Settings.',
  barcode_required: 'Enter a barcode',
  barcode_too_long: 'A barcode has {{most}} characters at most',
  barcode_separator: 'A barcode has no comma and no semicolon: enter several one by one',
  barcode_rounded:
    'The spreadsheet has shortened this number, so its last digits are lost. Format the cell as text, and enter the number again.',
  barcodes_too_many: 'Members enter {{most}} barcodes for a SKU at most',
  barcode_shown: '{{code}} is shown by {{listings}}. Change it there.',
  product_changed: 'Somebody has named it {{name}} meanwhile.',
  variant_changed:
    'Somebody has changed this SKU meanwhile. Now: name “{{name}}”, Marketplace Qty Limited $t(messages:{{limited}}), Disable restock $t(messages:{{unstocked}}), safety stock {{safety}}, last units {{last}}, reorder point {{reorder}}.',
  switched_on: 'on',
  switched_off: 'off',
  force_zero_set: 'Somebody has scheduled it meanwhile: it shows 0 from {{from}} to {{to}}.',
  force_zero_unset: 'Somebody has changed the listing meanwhile. It is not scheduled to show 0.',
  start_date_required: 'Start date is required',
  end_date_required: 'End date is required',
  start_before_end: 'Start date must be before end date',
  end_after_start: 'End date must be after start date',
  item_ids_required: 'At least one marketplace item id is required',
  too_many_item_ids: 'At most {{limit}} marketplace item ids at a time',
  unknown_item: 'No listing has this marketplace item id.',
  boost_refused: 'It was refused.',
  merge_needs_two: 'Merging needs at least two SKUs.',
  merge_too_many: 'At most {{most}} SKUs can be merged at a time.',
  merge_quantity_whole: 'Quantity must be a whole number, 0 or more',
  merge_differs:
    'Quantities have changed meanwhile: {{quantities}}. Look at the new numbers, then merge again.',
  merged_already: 'Somebody else has merged these SKUs already.',
  suggestions_none: 'Select at least one suggestion.',
  suggestions_too_many: 'At most {{most}} suggestions at a time.',
  suggestions_gone: 'Nothing is left to merge in these suggestions: somebody else has merged them.',
  undo_merged_away:
    'Its SKU became part of another one later. Unmerge listing by listing on the page of that SKU.',
  undo_done: 'This merge was undone already.',
  undo_changed:
    'Its SKU was merged or unmerged again since. Undo that first, or unmerge listing by listing on the page of the SKU.',
  undo_differs: 'Quantities have changed meanwhile. Look at the new numbers, then undo again.',
  mass_merge_none: 'No two of the chosen SKUs share a code: there is nothing to merge.',
  mass_merge_changed:
    'The SKUs have changed. Codes that can be merged now: {{count}}. Look again, then confirm.',
  mass_merge_numbers:
    'Quantities of these SKUs have changed meanwhile. Look at the new numbers, then merge again.',
  mass_merge_too_many: 'At most {{limit}} at a time. Choose fewer.',
  merge_alone: 'Fewer than two of its SKUs were left: there was nothing to merge.',
  merge_internal: 'Something went wrong on our side. Nothing was changed: try it again.',
  groups_not_merged:
    '{{failed}} of the groups could not be merged. Nothing was lost: start the merge again to try them once more.',
  merge_ended: 'Something went wrong on our side. Nothing was lost: start the merge again for the rest.',
  held_deleted: 'The listing is deleted at {{marketplace}}.',
  held_not_authorised: '{{marketplace}} is not authorised: verify it on its page, and the quantity is sent.',
  held_marketplace_off: 'Syncing to {{marketplace}} is switched off.',
  held_kept_there:
    '{{marketplace}} keeps these units in its own warehouse. They are not part of your quantity.',
  held_at_place:
    'Its number at the chosen place of {{marketplace}} is being read first. A SKU that is not kept there is not written.',
  held_not_counted: '{{marketplace}} shows no quantity for this listing yet.',
  held_sync_off: 'Inventory Sync is switched off in the settings of the store.',
  held_to_be_counted:
    'This SKU is to be counted after the database was put back. Until then {{marketplace}} is lowered, but not raised.',
  held_being_read:
    '{{marketplace}} is being read first, so that no sale is overwritten. The quantity is sent right after.',
} as const;
