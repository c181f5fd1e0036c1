import { expect, test } from 'vitest';
import { pictureType, readForm } from './multipart.ts';
import { pdfOf } from './pdf.ts';

test('a form with a file comes apart into its fields and the file’s very bytes', async () => {
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0xff]);
  const form = new FormData();
  form.append('return_sn', '42');
  form.append('upload_image', new Blob([picture], { type: 'image/png' }), 'crack.png');
  const sent = new Request('http://sandbox.test/', { method: 'POST', body: form });
  const parts = readForm(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '');
  expect(parts).toEqual([
    { name: 'return_sn', fileName: null, mediaType: '', bytes: Uint8Array.from(Buffer.from('42')) },
    { name: 'upload_image', fileName: 'crack.png', mediaType: 'image/png', bytes: picture },
  ]);
  expect(pictureType(picture)).toBe('image/png');
  expect(pictureType(Uint8Array.from([1, 2, 3]))).toBeNull();
  expect(readForm(picture, 'application/json')).toBeNull();
});

test('a PDF has one page for each label, and its table says where each object begins', () => {
  const file = Buffer.from(pdfOf([['SPXSG1', 'To: T(a)n'], ['SPXSG2']])).toString('latin1');
  expect(file.startsWith('%PDF-1.4\n')).toBe(true);
  expect(file.match(/\/Type \/Page /g)).toHaveLength(2);
  expect(file).toContain('(To: T\\(a\\)n) Tj');
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe('xref');
  const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  offsets.forEach((offset, index) => {
    expect(file.slice(offset).startsWith(`${String(index + 1)} 0 obj`)).toBe(true);
  });
});
