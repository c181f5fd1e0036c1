/** What the server says of stock counts and receipts. */
export const tallyMessages = {
  code_required: 'Scan or type a barcode or a SKU.',
  total_of_sku: 'Choose the SKU whose total you type.',
  units_range: 'Units must be a whole number, at most {{most}}.',
  text_too_long: 'Write at most {{most}} characters.',
  no_skus_in_receipt: 'A receipt is not started with SKUs. Scan what came.',
  sets_chosen: 'Sets cannot be counted: {{names}}. Count their parts.',
  is_closed: 'This was applied or discarded meanwhile. Nothing can be scanned into it any more.',
  is_discarded: 'This was discarded meanwhile. Nothing was changed.',
  is_applied: 'This was applied already. It cannot be discarded.',
  scanned_meanwhile: 'Somebody scanned more meanwhile. Look at the review again, then apply.',
  codes_wait: 'Codes without a SKU: {{count}}. Choose the SKU of each, or dismiss it, then apply.',
  uncounted_changed: 'SKUs that were not counted: {{count}}. Look at them again, then apply.',
  nothing_scanned: 'Nothing was scanned yet, so there is nothing to apply.',
  not_a_code: 'This code does not wait any more.',
  changed_since:
    'The quantity was changed otherwise since it was counted. It was left as it is. Count it again.',
  counted_elsewhere: 'Another count that was applied counted it later. It was left as it is.',
  too_many_units: 'The difference is more than {{most}} units. It was left as it is. Check the count.',
} as const;
