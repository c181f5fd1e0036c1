/** What a label can be. */
export type LabelKind = 'pdf' | 'png' | 'jpeg' | 'html' | 'zpl';

export const labelTypes = {
  pdf: { mediaType: 'application/pdf', ending: 'pdf' },
  png: { mediaType: 'image/png', ending: 'png' },
  jpeg: { mediaType: 'image/jpeg', ending: 'jpg' },
  html: { mediaType: 'text/html', ending: 'html' },
  /** The language of label printers: a file that is sent to one as it is. */
  zpl: { mediaType: 'application/zpl', ending: 'zpl' },
} as const satisfies Record<LabelKind, { mediaType: string; ending: string }>;

export function kindOfType(mediaType: string): LabelKind | null {
  const kinds = ['pdf', 'png', 'jpeg', 'html', 'zpl'] as const;
  return kinds.find((kind) => labelTypes[kind].mediaType === mediaType) ?? null;
}

/** What a file is by its first bytes: marketplaces name types loosely. Null where it is none that can be printed. */
export function kindOfLabel(bytes: Uint8Array): LabelKind | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  // A PDF may begin with other bytes; its signature is within the first kilobyte.
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('\u0089PNG\r\n')) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (/^(\u00ef\u00bb\u00bf)?\s*(\^XA|CT~~CD|~D[GYBEU])/i.test(head)) return 'zpl';
  return /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|head|body|div|table|section|style|p|h\d)\b/i.test(head)
    ? 'html'
    : null;
}

/** Whether labels for a label printer are whole: each that begins ends. */
export function isWholeZpl(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const [begun, ended] = [text.match(/\^XA/gi) ?? [], text.match(/\^XZ/gi) ?? []];
  return begun.length > 0 && begun.length === ended.length;
}
