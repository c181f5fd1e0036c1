/** The barcodes of a field, in which several are separated by commas, semicolons or line breaks. */
export const typedBarcodes = (text: string): string[] =>
  text
    .split(/[,;，；、\n]/)
    .map((code) => code.trim())
    .filter((code) => code !== '');
