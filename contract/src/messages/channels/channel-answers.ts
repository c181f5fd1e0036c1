/** What connectors say of a marketplace’s answers: silence, undocumented forms, records that cannot be read. */
export const channelAnswerMessages = {
  // The marketplace's answer.
  undocumented: '{{channel}} answered {{status}} in a form that it does not document.',
  failed: '{{channel}} answered {{status}}. Try again later.',
  not_json: 'The marketplace answered {{status}} with something that is not JSON.',
  not_as_documented:
    'The marketplace’s answer to {{call}} does not follow its document ({{field}}: {{problem}}).',
  slow_down: 'The marketplace asks us to slow down.',
  daily_limit: '{{channel}}’s limit of calls for today is used up.',
  page_repeats: '{{channel}} announces more records but repeats the same page.',
  wrong_page: '{{channel}} was asked for one page and answered with another.',
  incomplete: '{{channel}} did not answer for every item of the call.',
  none_for_item: '{{channel}} did not answer for this item.',
  none_for_sku: 'The marketplace did not answer for this SKU.',
  skus_undocumented: '{{channel}} answered for these SKUs in a form that it does not document.',
  quantity_unconfirmed: '{{channel}} did not say whether it took the quantity.',
  package_missing: '{{channel}} says that the items are packed but names no package.',
  no_data: '{{channel}} answered without data and without an error.',
  no_file: '{{channel}} answered with neither a file nor an error.',
  no_label: '{{channel}} answered the request for a label with something else.',
  file_unavailable: '{{channel}} answered {{status}} for a file. Try again later.',
  file_broken: 'A file of {{channel}} breaks off or cannot be unpacked.',
  foreign_address: '{{channel}} names an address for a file that is not one of its own.',
  charset_unknown: '{{channel}} sent a file in the character set {{charset}}, which is not known here.',
  columns_missing: 'A report of {{channel}} lacks the column {{columns}}.',
  report_failed: '{{channel}} could not put the report together. Try again later.',
  report_missing: '{{channel}} finished a report without a document.',
  list_empty: '{{channel}}’s list came empty, though there are records.',
  too_many_at_once: '{{channel}} lists too many listings with the same instant of change.',
  state_undocumented: '{{channel}} gives the state {{state}}, which it does not document.',
  currency_missing: '{{channel}} does not say in which currency this shop sells.',
  cart_missing: '{{channel}} does not say which order this line belongs to.',
  units_missing: '{{channel}} does not say how many units of {{item}} a parcel holds.',
  total_missing: '{{channel}} tells neither the total of this order nor all its prices.',
  dates_refused: '{{channel}} did not accept the dates of the list of orders.',
  window_too_long: '{{channel}} lists at most {{days}} days of orders at once.',
  status_unknown: '{{channel}} does not know the delivery status that was asked for.',
  status_not_by_date: '{{channel}} does not list orders of this status by this date.',
  seller_unknown: '{{channel}} does not find this seller.',
  order_number_invalid: 'This is not an order number of {{channel}}.',
  notices_refused: '{{channel}} does not send us notices: {{reason}}',

  // Records that could not be read.
  order_unreadable:
    'The marketplace sent an order in a form that Evenstock does not know ({{field}}: {{problem}}). It is quarantined; the rest was read.',
  listing_unreadable:
    'The marketplace sent a listing in a form that Evenstock does not know ({{field}}: {{problem}}). It is quarantined; the rest was read.',
  return_unreadable:
    'The marketplace sent a return in a form that Evenstock does not know ({{field}}: {{problem}}). It is quarantined; the rest was read.',
  discount_unreadable:
    'The marketplace sent a discount in a form that Evenstock does not know ({{field}}: {{problem}}). It is quarantined; the rest was read.',
  order_undocumented: '{{channel}} described an order in a form that it does not document.',
  listing_undocumented: '{{channel}} described a listing in a form that it does not document.',
  return_undocumented: '{{channel}} described a return in a form that it does not document.',
  order_not_described:
    '{{channel}} lists this order but does not describe it. It is quarantined; the rest was read.',
  listing_not_described:
    '{{channel}} lists this item but does not describe it. It is quarantined; the rest was read.',
  return_without_line: 'This return names no item.',
  return_date_unknown: '{{channel}} dates this return in a form that Evenstock does not know ({{date}}).',
} as const;
