const lineHeight = 18;
const margin = 24;
/** A6 in points, the size of labels. */
const width = 298;
const height = 420;

/** A PDF file with one A6 page for each list of lines; the first line of a page is printed large. */
export function pdfOf(pages: readonly (readonly string[])[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const kids: string[] = [];
  for (const lines of pages) {
    const text = contentOf(lines);
    objects.push(`<< /Length ${String(text.length)} >>\nstream\n${text}\nendstream`);
    const content = objects.length;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${String(width)} ${String(height)}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${String(content)} 0 R >>`,
    );
    kids.push(`${String(objects.length)} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${String(kids.length)} >>`;
  return Buffer.from(fileOf(objects), 'latin1');
}

function contentOf(lines: readonly string[]): string {
  const shown = lines.map((line, index) => {
    const size = index === 0 ? 16 : 10;
    const y = height - margin - 16 - index * lineHeight;
    return `BT /F1 ${String(size)} Tf ${String(margin)} ${String(y)} Td (${escaped(line)}) Tj ET`;
  });
  return shown.join('\n');
}

/** The font has printable ASCII only. */
function escaped(line: string): string {
  return line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, (sign) => `\\${sign}`);
}

function fileOf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = String(objects.length + 1);
  return `${file}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`;
}
