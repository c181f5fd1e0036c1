/** What connectors say when a marketplace refuses: what happened, why, and what to do. */
export const channelRefusalMessages = {
  // Whatever was asked for.
  no_reason: '{{channel}} refused this and gives no reason. Look at it there.',
  call: '{{channel}} refused the call ({{status}}).',
  id_unknown: '{{channel}} has no such id: “{{id}}”. Sync this marketplace and try again.',
  order_gone: '{{channel}} has no such order in this shop. Sync the order and try again.',
  order_changed:
    '{{channel}} no longer has this order or these items as they are here. Sync the order and try again.',
  order_busy: '{{channel}} is busy with this order. Try again in a minute.',
  line_gone: '{{channel}} no longer has one of these items in the order. Sync the order and try again.',
  units_left:
    'Of {{item}}, {{left}} are left and not {{asked}}. Sync the order to see what has happened to it.',
  whole_lines_only: '{{channel}} cancels whole lines only. Choose all units of a line, or none.',
  reason_gone: '{{channel}} does not offer this reason any more. Choose another.',
  reason_needed: 'Choose why you refuse.',

  // Quantities. What happens next follows.
  quantity: '{{channel}} refused the quantity: {{reason}}',
  quantity_look:
    '{{channel}} refused the quantity: {{reason}} Look at the item there. If it is gone or changed, sync the products of this marketplace.',
  quantity_in_promotion: '{{channel}} won’t change the quantity while this item is in a promotion.',
  quantity_locked: '{{channel}} has locked this SKU for a campaign.',
  quantity_not_lowered: '{{channel}} won’t lower the quantity during a mega campaign.',
  promotion_holds_more:
    '{{channel}} refused the quantity: a promotion has reserved more units. Lower it when the promotion ends, or take the item out of it there.',
  campaign_holds_more:
    '{{channel}} refused the quantity: a campaign has reserved more units ({{reason}}). Lower it when the campaign ends.',
  holiday: '{{channel}} won’t change the quantity while the shop is in holiday mode. Switch it off there.',
  warehouse_counts:
    'This SKU is in {{channel}}’s warehouse, and {{channel}} counts it. Send units there to raise it.',
  bundle_counted:
    '{{channel}} counts this bundle from its parts, so its quantity cannot be set. Set the quantities of the parts.',
  warehouses_changed:
    '{{channel}} says that this SKU’s warehouses have changed. Sync the products of this marketplace.',
  location_gone: '{{channel}} no longer has this shop’s location. Verify the marketplace again.',
  listing_outdated:
    'This listing was read before its shop was verified. Sync the products of this marketplace.',

  // Items.
  item_gone: '{{channel}} no longer has this item. Sync the products of this marketplace.',
  sku_gone: '{{channel}} no longer has this SKU. Sync the products of this marketplace.',
  item_inactive:
    '{{channel}} has this item neither on sale nor on queue, and neither shows nor changes any other. Sync the products of this marketplace.',
  in_promotion:
    '{{channel}} won’t change this item while it is in a promotion. Try again when the promotion ends, or take the item out of it there.',
  locked_by_campaign:
    '{{channel}} has locked this SKU for a campaign. Try again when the campaign has ended.',
  under_review: '{{channel}} won’t delist an item that it is reviewing or has banned.',
  frozen: '{{channel}} has frozen this product and won’t change it. Look at it there.',
  boosts_only_on_sale: '{{channel}} boosts only items that are on sale.',
  not_on_sale:
    '{{channel}} says that this item is not on sale, so it cannot be taken off. Sync the products of this marketplace.',
  name_refused:
    '{{channel}} examined the new name and refused it; the old one stays. Its seller centre says why.',
  name_too_short: '{{channel}} asks for a name of at least {{least}} characters. Choose a longer one.',
  name_length: '{{channel}} takes a name of {{least}} to {{most}} characters.',
  product_refused: '{{channel}} examined the product and did not put it on sale. Its seller centre says why.',
  price: '{{channel}} refused the price: {{reason}}',
  price_too_low: 'The price is lower than {{channel}} allows in this category. Choose a higher one.',
  price_too_high: 'The price is higher than {{channel}} allows in this category. Choose a lower one.',
  price_digits: '{{channel}} does not take so many digits after the point. Shorten the price.',
  price_zero: '{{channel}} does not take a price of zero. Choose a higher one.',
  price_beside_special:
    '{{channel}} does not allow this price beside the special price. Change the special price first.',
  variation_price:
    '{{channel}} changes a variation’s price only together with its quantity, which could sell units twice. Change this price there.',
  removal: '{{channel}} refused the removal: {{reason}}',
  boosts_full: '{{channel}} boosts at most {{most}} items at a time. Wait until one of them has ended.',
  boosted_lately:
    '{{channel}} has boosted this item within the last {{hours}} hours. Boost it again after that.',

  // Shipping.
  order_cancelled: 'The order was cancelled at {{channel}}. Do not ship it.',
  lines_cancelled:
    'Items of this order were cancelled at {{channel}}, so they are not shipped. Sync the order.',
  shipped_already: 'This order is shipped, or its shipment is arranged. Sync the order to see where it is.',
  nothing_left: 'Everything of this order is shipped or cancelled. Sync the order to see what became of it.',
  less_left: 'Less is left to ship than was asked for. Sync the order and try again.',
  on_its_way: 'This order is on its way ({{state}}). It is not shipped again.',
  not_ready: '{{channel}} won’t ship this order yet: its payment or checks are not through. Try again later.',
  not_paid: 'The buyer has not paid for this order yet. Ship it once it is paid.',
  payment_unconfirmed:
    '{{channel}} has not confirmed the payment of this order yet ({{state}}). Ship it once it has.',
  not_in_this_state: '{{channel}} won’t ship this order in its present state. Sync the order to see it.',
  done_in_part: 'Part of this is done at {{channel}}, the rest is not. Try again for the rest.',
  accepted_not_shipped:
    '{{channel}} has accepted this order, but its shipment is not arranged. Ship it again.',
  packed_not_ready:
    '{{channel}} has packed this order, but won’t set it ready to ship in its present state. Sync the order, then ship it again.',
  not_now: '{{channel}} won’t ship this order now ({{state}}). Look at it there.',
  order_on_hold: '{{channel}} holds this order back for now. Release it there, then ship it.',
  cancellation_first:
    'The buyer asks to cancel this order. Accept that here, or refuse it at {{channel}}; then it can be shipped.',
  buyer_collects: 'The buyer collects this order, so {{channel}} does not ship it.',
  not_collected: 'The buyer does not collect this order: {{channel}} delivers it. Ship it instead.',
  cancelled_not_collected: 'The order was cancelled at {{channel}}, so it cannot be made ready.',
  warehouse_ships: '{{channel}} ships this order from its own warehouse. There is nothing to ship here.',
  other_service_ships: 'Another fulfilment service sends this order, so it cannot be shipped from here.',
  split_by_warehouse:
    'These items lie in different warehouses. Ship the items of each warehouse by themselves.',
  several_parcels:
    'This order goes in several packages, each with its own tracking number. Ship them at {{channel}}.',
  digital: 'This is a digital product: {{channel}} has nothing to pack.',
  no_method: '{{channel}} offers no way to ship this order from here. Ship it in its seller centre.',
  method_refused:
    '{{channel}} does not ship this order that way. Open the shipment again and choose another.',
  no_carrier:
    '{{channel}} found no carrier for this order. Try again later, or choose another shipping provider.',
  pickup_time_gone:
    '{{channel}} no longer offers that pickup time. Open the shipment again and choose another.',
  pickup_address_refused:
    '{{channel}} does not pick up at that address. Choose another, or add one in its seller centre.',
  pickup_needed: 'Choose the address and the time of the pickup.',
  branch_needed: 'Choose the branch where you drop it off.',
  sender_needed: 'Enter the sender’s real name.',
  tracking_needed: 'Enter the tracking number.',
  tracking_too_long: '{{channel}} takes tracking numbers of at most {{limit}} characters. Shorten it.',
  other_tracking:
    'This order was shipped with another tracking number. If that one is wrong, correct it at {{channel}}.',
  carrier_needed: 'Enter the shipping provider and the tracking number.',
  tracking_company_needed: 'Choose the tracking company from the list.',
  label_bought_there:
    '{{channel}} takes the shipment of this order only with a label bought in its seller centre.',
  shipment_refused:
    '{{channel}} refused this shipment and does not say why. Sync the order, and look at it in {{channel}}’s seller centre.',
  parcel_not_numbered: '{{channel}} has not numbered the parcel of this order yet. Try again in a minute.',

  // Labels.
  label_after_shipping:
    '{{channel}} prints a label only after the shipment is arranged. Ship the order first.',
  label_outside_shipping:
    '{{channel}} prints a label only after the shipment is arranged and before the courier has picked it up. Ship the order first.',
  label_after_accepting:
    '{{reason}} {{channel}} makes a label once the order is accepted. Ship the order first.',
  label_not_made: '{{channel}} has not made the label of this order yet. Print it again in a moment.',
  no_label:
    '{{channel}} has no label for this order: it makes labels only for orders that its own carrier delivers.',
  own_carrier_no_label: 'Your own carrier delivers this order. Print that carrier’s label.',
  cancelled_no_label: 'The order was cancelled at {{channel}}, so it has no label.',
  several_labels: 'This order goes in several packages, each with its own label. Print them at {{channel}}.',

  // Cancellations.
  cancellation: '{{channel}} refused the cancellation: {{reason}}',
  cancellation_failed:
    '{{channel}} could not work on the cancellation. Try again, or cancel the order there.',
  cancellation_closed:
    '{{channel}} closed the cancellation without cancelling the order. Sync the order to see where it stands.',
  cancelled_already: 'The order is cancelled at {{channel}} already. Sync the order.',
  too_late_to_cancel:
    '{{channel}} no longer lets this order be cancelled: it is on its way or has ended. The buyer can return it after delivery.',
  cancelled_in_part:
    'Some items of this order are cancelled. {{channel}} no longer lets the others be cancelled: they are on their way or have ended. The buyer can return them after delivery.',
  not_cancellable:
    '{{channel}} does not let this order be cancelled any more as it stands now. Sync the order to see where it is.',
  cancel_between:
    '{{channel}} lets an order be cancelled only between its payment and its hand-over (it is: {{state}}). Sync the order to see what may be done with it.',
  whole_orders_only: '{{channel}} cancels whole orders only. Cancel all of it, or leave it.',
  lines_needed: 'Choose the items that are out of stock.',
  no_cancellation_asked:
    'The buyer no longer asks to cancel this order. Sync the order to see where it stands.',
  refuse_there:
    '{{channel}} takes no refusal of a cancellation from here. Refuse it in its seller centre; the order then goes on here.',
  ship_to_refuse: '{{channel}} takes no refusal of a buyer’s request. Ship the order to go on with it.',
  ends_unpaid: 'This order is not paid. {{channel}} ends it by itself if it stays so.',
  warehouse_cancels: '{{channel}} ships this order from its own warehouse. Cancel it in its seller centre.',
  shipped_in_part:
    '{{channel}} does not cancel an order that is shipped in part. Cancel that shipment there first.',
  payment_in_progress: '{{channel}} is still processing a payment of this order. Try again in a few minutes.',
  open_return: '{{channel}} does not cancel an order with an open return. Close the return first.',
  refund_not_allowed:
    '{{channel}} does not let this app refund. Verify the marketplace again, or cancel without a refund.',

  // Returns.
  return_gone: '{{channel}} has no such return in this shop any more. Sync the order to see where it stands.',
  return_answered:
    '{{channel}} does not take this answer in the return’s present state. Sync the order to see where it stands.',
  return_at_warehouse: '{{channel}}’s warehouse decides on this return. There is nothing to answer.',
  comment_needed: 'Say in a few words why you refuse.',
  email_needed: 'Enter an e-mail address at which {{channel}} can ask about the dispute.',
  image_needed: '{{channel}} needs at least one image as evidence here. Add one.',
  image_formats: '{{channel}} takes JPG and PNG images of at most {{megabytes}} MB.',
  too_many_images: '{{channel}} takes at most {{most}} images.',
} as const;
