import { PDFDocument } from '@cantoo/pdf-lib';
import { drawAnnotations } from './draw-annotations.ts';

/**
 * Opens a label to be joined: also one whose owner alone has a password, as nobody needs it to print. What lies on its pages as form
 * fields, stamps and notes is drawn into them, as only what is drawn is joined.
 * @throws Error where the file is damaged, or a reader needs a password
 */
export async function openLabel(bytes: Uint8Array): Promise<PDFDocument> {
  const label = await PDFDocument.load(bytes, { password: '' });
  for (const page of label.getPages()) await drawAnnotations(page);
  await label.flush();
  return label;
}
