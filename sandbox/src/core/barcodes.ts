/** What vendors call a product's number by its length. ISBNs are EANs of books. */
export function barcodeType(code: string): 'GTIN' | 'EAN' | 'UPC' | 'ISBN' {
  if (/^97[89]\d{10}$/.test(code) || code.length === 10) return 'ISBN';
  if (code.length === 12) return 'UPC';
  return code.length === 14 ? 'GTIN' : 'EAN';
}
