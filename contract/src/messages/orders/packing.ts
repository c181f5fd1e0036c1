/** What the server says of packing. */
export const packingMessages = {
  code_required: 'Scan an order number or a tracking number.',
  nothing_scanned: 'Scan every item of the order first.',
  cancelled: 'This order was cancelled. Do not send it.',
  cancellation_requested: 'The buyer asks to cancel this order. Answer the request before you pack it.',
  completed: 'This order is completed already.',
  not_to_send: 'This order must not be sent yet. Look at its page to see why.',
  no_units: 'No unit of this order is left to send.',
  packed_meanwhile: 'Somebody packed this order meanwhile. Put it aside, and do not send it twice.',
  units_changed: 'The order has changed since it was scanned. Scan its items again.',
} as const;
