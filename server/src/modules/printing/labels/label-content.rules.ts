/** What a label can be. */
export type LabelKind = 'pdf' | 'png' | 'jpeg' | 'html';

export const labelTypes = {
  pdf: { mediaType: 'application/pdf', ending: 'pdf' },
  png: { mediaType: 'image/png', ending: 'png' },
  jpeg: { mediaType: 'image/jpeg', ending: 'jpg' },
  html: { mediaType: 'text/html', ending: 'html' },
} as const satisfies Record<LabelKind, { mediaType: string; ending: string }>;

export const kindOfType = (mediaType: string): LabelKind | null =>
  mediaType === labelTypes.pdf.mediaType
    ? 'pdf'
    : mediaType === labelTypes.png.mediaType
      ? 'png'
      : mediaType === labelTypes.jpeg.mediaType
        ? 'jpeg'
        : mediaType === labelTypes.html.mediaType
          ? 'html'
          : null;

/** What a file is by its first bytes: marketplaces name types loosely. Null where it is none that can be printed. */
export function kindOfLabel(bytes: Uint8Array): LabelKind | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  // A PDF may begin with other bytes; its signature is within the first kilobyte.
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('\u0089PNG\r\n')) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  return /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|head|body|div|table|section|style|p|h\d)\b/i.test(head)
    ? 'html'
    : null;
}
