/** What the server says of spreadsheets. */
export const spreadsheetMessages = {
  skus_required: 'At least one SKU is required',
  too_many_skus: 'Export at most {{limit}} SKUs at once.',
  nothing_to_export: 'There is nothing to export here: change the filters, then export again.',
  link_ended: 'This link has ended. Export again to get a new one.',

  file_required: 'Choose a sheet (.xlsx or .csv).',
  empty_file: 'The file is empty. Export your products, and fill in that sheet.',
  too_many_rows: 'The sheet has more than {{limit}} rows. Divide it, and import one part after another.',
  expands_too_far:
    'The file expands to more than {{megabytes}} MB. Save it again without what is not needed.',
  has_password: 'The file has a password. Save it without one, then choose it again.',
  is_xls: 'This is an Excel 97 workbook (.xls). Save it as .xlsx or .csv, then choose it again.',
  is_xlsb: 'This is a binary workbook (.xlsb). Save it as .xlsx or .csv, then choose it again.',
  is_ods: 'This is an OpenDocument sheet (.ods). Save it as .xlsx or .csv, then choose it again.',
  is_numbers: 'This is a file of Numbers. Export it as .xlsx or .csv, then choose that file.',
  is_page:
    'This is a web page, whatever its name ends with. Open it in a spreadsheet, save it as .xlsx, then choose it again.',
  is_pdf: 'This is a PDF. Choose the sheet that it was made of (.xlsx or .csv).',
  is_picture: 'This is a picture. Choose a sheet (.xlsx or .csv).',
  unreadable: 'The file cannot be read. Save it as .xlsx or .csv, then choose it again.',
  other_layout: 'The first row lacks the column “{{column}}”. Export your products, and fill in that sheet.',
  no_visible_tab: 'All tabs of the file are hidden. Show the one that counts, save it, then choose it again.',
  unknown_tab: 'The file has no visible tab “{{tab}}” with these columns.',
  choose_tab: 'Several tabs have these columns: {{tabs}}. Choose the one that counts.',
  column_twice:
    'The first row names the column “{{column}}” twice. Keep the one that counts, and delete the other.',
  no_rows: 'The sheet has a heading and no rows.',
  absolute_or_not:
    'The sheet has no column “Exported quantity”. Choose to set the quantities as they are in the sheet, or export again.',

  not_whole: '“{{value}}” is not a whole number',
  read_in_two_ways: '“{{value}}” may be {{one}} or {{other}}. Write it without a separator or a sign',
  out_of_range: '“{{value}}” is too large or too small',
  barcode_rounded:
    'The spreadsheet shows a long number as “{{value}}”, so which barcode it was is lost. Format the column as text, and enter it again',
  quantity_required: 'A quantity is required',
  unknown_id: 'No product of this store has the id “{{value}}”',
  unknown_sku: 'No product of this store has the SKU “{{value}}”',
  shared_sku: 'Several products have the SKU “{{value}}”. Name the one by its Variant Id',
  sku_alike: '“{{value}}” may be any of these SKUs: {{skus}}. Name the one by its Variant Id',
  id_and_sku: 'The Variant Id is that of “{{sku}}”, and the row says “{{value}}”. Empty one of both cells',
  id_or_sku: 'A Variant Id or a SKU is required',
  /** The name of a file. */
  rows_to_mend: 'Rows to mend {{day}}.xlsx',
  repeated: 'Row {{row}} is the same product already',
  changed_since_preview:
    'The preview showed {{seen}}, and the quantity is {{quantity}} now. Nothing was changed. Choose the sheet again to see what it would change now',
  not_previewed:
    'The preview showed no quantity of this product for this row. Nothing was changed. Choose the sheet again to see what it would change now',
  unknown_preview:
    'The preview is of another sheet or is older than a day. Choose the sheet again to see what it would change now.',
} as const;
