/**
 * What a marketplace may quote and no log or screen may show. Names and addresses have no recognisable form, so
 * connectors put no text from records of buyers into messages.
 */
const quoted: readonly { readonly what: RegExp; readonly instead: string }[] = [
  { what: /[\w.+-]+@[\w-]+(\.[\w-]+)+/g, instead: '…' },
  // A named credential: 'access_token=…', '"pwd": "…"', 'GiosisCertificationKey: …'.
  {
    what: /((?:token|secret|cipher|passw(?:or)?d|pwd|(?:api|app|partner|certification)[_ ]?key|\bsign|signature)["']?\s*[=:]\s*["']?)[^\s"'&,;)}]+/gi,
    instead: '$1…',
  },
  { what: /\b((?:auth_?)?code=)[^\s"'&,;)}]+/gi, instead: '$1…' },
  { what: /\b(Bearer|Basic) +[\w.~+/=:|-]{6,}/gi, instead: '$1 …' },
  // A credential with a known prefix: some vendors' tokens, a JSON web token.
  { what: /\bshp[a-z]{2}_[\w-]+|\bAtz[ar]\|[\w|.~+/=-]+|\beyJ[\w.-]{10,}/g, instead: '…' },
  // A telephone number with a country code.
  { what: /\+\d[\d ()-]{6,}\d/g, instead: '…' },
];

/** Removes credentials, e-mail addresses and telephone numbers from a marketplace's text. */
export function plainWords(text: string): string {
  return quoted.reduce((words, { what, instead }) => words.replace(what, instead), text);
}
