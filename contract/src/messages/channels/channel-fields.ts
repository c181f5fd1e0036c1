/** What a marketplace asks of a person for an action: ways, fields, reasons. */
export const channelFieldMessages = {
  // Ways of shipping.
  pickup: 'Pickup',
  drop_off: 'Drop off',
  drop_off_or_pickup: 'Drop off or pickup',
  own_carrier: 'Own carrier',
  courier_pickup: 'Pick-up by the courier',
  own_airwaybill: 'Own airwaybill',
  ship: 'Ship',
  confirm_shipment: 'Confirm shipment',
  ready_to_collect: 'Ready to collect',

  // Fields of a shipment.
  address_id: 'Address',
  pickup_time_id: 'Pickup Time',
  branch_id: 'Branch',
  sender_real_name: 'Sender Real Name',
  shipping_provider: 'Shipping Provider',
  shipping_company: 'Shipping Company',
  tracking_company: 'Tracking Company',
  tracking_no: 'Tracking Number',
  tracking_numbers: 'Tracking Numbers',
  airwaybill_no: 'Airwaybill Number',
  location_id: 'Location',

  // Fields of a return: where the goods go back to.
  name: 'Name',
  zip_code: 'Postal code',
  address_1: 'Address, line 1',
  address_2: 'Address, line 2',
  hp: 'Mobile phone',
  tel: 'Telephone',

  // What an answer must look like.
  at_most: 'At most {{limit}} characters',
  letters_digits: 'Letters and digits only',
  letters_digits_hyphens: 'Letters, digits and hyphens only',

  // Reasons of a cancellation.
  out_of_stock: 'Out of stock',
  out_of_stock_zeroes: 'Out of stock ({{channel}} sets its quantity to 0)',
  buyer_asked: 'The buyer asked to cancel',
  buyer_exchanges: 'The buyer exchanges it',
  buyer_unpaid: 'The buyer has not paid in the time allowed',
  options_changed: 'Change of options',
  shipping_delay: 'Shipping delay',
  shipping_case: 'Shipping problem',
  courier_problem: 'Courier problem',
  undeliverable: 'The address cannot be delivered to',
  no_cash_on_delivery: 'Cash on delivery not supported',
  price_wrong: 'Wrong price',
  price_or_weight_wrong: 'Wrong price or weight',
  variant_unavailable: 'Variant unavailable',
  fraud: 'Fraud',
  payment_declined: 'Payment declined',
  other_reason: 'Another reason',
  numbered_reason: 'Reason {{id}}',

  // Reasons of a dispute.
  reject_non_receipt: 'Reject the claim of non-receipt',
  reject_return: 'Reject the return',
  return_not_received: 'Return not received',
  shipped_with_proof: 'Shipped, and there is proof',
  sent_right_item: 'Sent the right item',
  fine_when_sent: 'The item was fine when sent',
  return_damaged: 'The return came damaged',
  return_incomplete: 'The return is incomplete',
  return_wrong_item: 'The return is a wrong item',
  claim_incorrect: 'The buyer’s claim is incorrect',
  refund_wrong: 'The refund amount is wrong',
  return_used: 'The return was used',
} as const;
