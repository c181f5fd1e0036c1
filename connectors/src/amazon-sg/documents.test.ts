import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { download, flatRows, storageAddress } from './documents.ts';
import { app, seller } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';

const url = 'https://tortuga-prod-fe.s3-us-west-2.amazonaws.com/report?X-Amz-Signature=1';
const read = async (answer: Answer) => {
  const { access, requests } = seller(() => answer);
  const { text } = await download(access, { url });
  return { text, requests };
};

describe('an address that an answer names (amazon-sg.md 3.5)', () => {
  it.each([url, 'https://s3.amazonaws.com/x', 'https://api.test/documents/1'])(
    '%s is followed',
    (address) => {
      expect(storageAddress(app, address)).toBe(address);
    },
  );

  it.each([
    'http://s3.amazonaws.com/x',
    'https://amazonaws.com.evil.test/x',
    'https://evilamazonaws.com/x',
    'https://evil.test/?.amazonaws.com',
    'https://key:word@s3.amazonaws.com/x',
    'http://api.test/documents/1',
    'https://api.test:8443/documents/1',
    'file:///etc/passwd',
    'http://169.254.169.254/latest',
    'no address',
  ])('%s is not', (address) => {
    expect(() => storageAddress(app, address)).toThrow('not one of its own');
  });
});

describe('a document (amazon-sg.md 3.5)', () => {
  it('is fetched without our token', async () => {
    const { text, requests } = await read({ body: 'seller-sku\n' });
    expect(text).toBe('seller-sku\n');
    expect(requests).toEqual([{ method: 'GET', url, group: 'documents' }]);
  });

  it('is unpacked where it is packed, and taken as it is where the transport has done so', async () => {
    const packed = await read({ body: gzipSync('Kopi ☕\n') });
    expect(packed.text).toBe('Kopi ☕\n');
    expect((await read({ body: 'plain\n' })).text).toBe('plain\n');
  });

  it('is read in the character set that it comes with', async () => {
    const body = Uint8Array.from([0x43, 0x61, 0x66, 0xe9]);
    const in1252 = { 'content-type': 'text/plain; charset=Cp1252' };
    expect((await read({ headers: in1252, body })).text).toBe('Café');
    const strange = { 'content-type': 'text/plain;charset=klingon' };
    await expect(read({ headers: strange, body })).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('that breaks off, or whose address has run out, was not read', async () => {
    const half = gzipSync('a'.repeat(5000)).subarray(0, 20);
    await expect(read({ body: half })).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
    const expired = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    await expect(read(expired)).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  });
});

describe('a flat file (amazon-sg.md 3.1)', () => {
  it('is read by the names in its header, whatever their order, case and number', () => {
    const text = '\uFEFFitem-name\tSeller-SKU\tSell remainder\r\nTote\tTOTE-RED\t\r\n\r\nCup\tCUP, blue\r\n';
    expect(flatRows(text, ['seller-sku'])).toEqual([
      { 'item-name': 'Tote', 'seller-sku': 'TOTE-RED', 'sell remainder': '' },
      { 'item-name': 'Cup', 'seller-sku': 'CUP, blue', 'sell remainder': '' },
    ]);
  });

  it('without a column that is needed is unexpected', () => {
    expect(() => flatRows('item-name\nTote\n', ['seller-sku'])).toThrow('lacks the column seller-sku');
  });
});
