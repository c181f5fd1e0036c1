/** What the server says after its database went back in time. */
export const recoveryMessages = {
  went_back: 'The database was put back to an earlier time',
  shops_wait:
    'No shop is written until it was read and its orders were polled. This takes a few minutes; nothing needs to be done.',
  orders_come_again: 'Orders since then come in again by themselves, and change each quantity once.',
  sign_in_again:
    'Everybody signs in again. Send open invitations again; some shops may ask to be verified again.',
  // SKUs that a member counts.
  counts_needed_one: 'Count {{count}} SKU: its quantity is not certain any more',
  counts_needed_other: 'Count {{count}} SKUs: their quantities are not certain any more',
  count_why:
    'After the database was put back, no quantity explains what the shops show. Type in what is there.',
  skus_named: 'SKUs: {{skus}}.',
  counted_meanwhile: 'This SKU does not need to be counted any more.',
} as const;
