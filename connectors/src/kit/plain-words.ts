/**
 * What a marketplace may quote back in its own words, and no log or screen is to show. Names and addresses have no form to know
 * them by: connectors take no text from records of buyers into what they say.
 */
const quoted: readonly { readonly what: RegExp; readonly instead: string }[] = [
  { what: /[\w.+-]+@[\w-]+(\.[\w-]+)+/g, instead: '…' },
  // A credential that is named: 'access_token=…', '"pwd": "…"', 'GiosisCertificationKey: …'.
  {
    what: /((?:token|secret|cipher|passw(?:or)?d|pwd|(?:api|app|partner|certification)[_ ]?key|\bsign|signature)["']?\s*[=:]\s*["']?)[^\s"'&,;)}]+/gi,
    instead: '$1…',
  },
  { what: /\b((?:auth_?)?code=)[^\s"'&,;)}]+/gi, instead: '$1…' },
  { what: /\b(Bearer|Basic) +[\w.~+/=:|-]{6,}/gi, instead: '$1 …' },
  // One that is known by how it begins: some vendors' tokens, a JSON web token.
  { what: /\bshp[a-z]{2}_[\w-]+|\bAtz[ar]\|[\w|.~+/=-]+|\beyJ[\w.-]{10,}/g, instead: '…' },
  // A telephone number with its country's code.
  { what: /\+\d[\d ()-]{6,}\d/g, instead: '…' },
];

/** A text that may hold a marketplace's own words, without credentials, e-mail addresses and telephone numbers. */
export function plainWords(text: string): string {
  return quoted.reduce((words, { what, instead }) => words.replace(what, instead), text);
}
