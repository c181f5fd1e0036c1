import { createHmac } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRandom } from '../../core/random.ts';
import type { Shop } from '../../core/shop.ts';
import type { Core, SandboxReply, SandboxRequest } from '../../core/simulator.ts';
import type { AmazonRecords, DocumentRecord } from '../protocol/records.ts';

/** Lifetime of a presigned address, in seconds (amazon-sg.md 3.5). */
const linkLife = 300;
const folder = '/documents/';

export function isDocumentPath(path: string): boolean {
  return path.startsWith(folder);
}

/** The document that an address names. */
export function documentAt(records: AmazonRecords, path: string): DocumentRecord | undefined {
  return records.documents.get(path.slice(folder.length));
}

/** A new document: with its text, or empty until it is uploaded. */
export function makeDocument(
  core: Core,
  records: AmazonRecords,
  shop: Shop,
  wish: {
    readonly kind: DocumentRecord['kind'];
    readonly contentType: string;
    readonly text: string | null;
    readonly isPacked: boolean;
  },
): DocumentRecord {
  records.purgeExpired(core.clock.now());
  const number = shop.nextNumber('document');
  const id = `amzn1.spdoc.1.4.fe.${createRandom(core.random('amazon-sg').hex(8), shop.id, 'document', number).hex(32)}`;
  const bytes = wish.text === null ? null : Buffer.from(wish.text, 'utf8');
  return records.documents.put(id, {
    shop: shop.id,
    id,
    kind: wish.kind,
    contentType: wish.contentType,
    content: bytes === null ? null : (wish.isPacked ? gzipSync(bytes) : bytes).toString('base64'),
    isPacked: wish.isPacked,
    createdAt: core.clock.now(),
  });
}

/** What was uploaded, or null if nothing was. */
export function textOf(document: DocumentRecord): string | null {
  if (document.content === null) return null;
  const bytes = Buffer.from(document.content, 'base64');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** An address without any further credentials, to read from (GET) or to upload to (PUT). */
export function presigned(
  core: Core,
  document: DocumentRecord,
  method: 'GET' | 'PUT',
  isEncoded = false,
): string {
  const date = `${new Date(core.clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const url = new URL(`${core.address('amazon-sg')}${folder}${document.id}`);
  url.searchParams.set('X-Amz-Algorithm', 'AWS4-HMAC-SHA256');
  url.searchParams.set('X-Amz-Date', date);
  url.searchParams.set('X-Amz-SignedHeaders', method === 'PUT' ? 'content-type;host' : 'host');
  url.searchParams.set('X-Amz-Expires', String(linkLife));
  if (isEncoded) url.searchParams.set('response-content-encoding', 'gzip');
  url.searchParams.set('X-Amz-Signature', signatureOf(document.id, method, date));
  return url.href;
}

function signatureOf(id: string, method: string, date: string): string {
  return createHmac('sha256', 'amazon-sg documents').update(`${method}\n${id}\n${date}`).digest('hex');
}

/** GET or PUT at a presigned address: no token, and an upload with exactly the content type that was announced. */
export function answerDocument(core: Core, records: AmazonRecords, request: SandboxRequest): SandboxReply {
  const { pathname, searchParams: query } = request.url;
  const document = documentAt(records, pathname);
  const date = query.get('X-Amz-Date') ?? '';
  if (document === undefined) return refused(404, 'NoSuchKey', 'The specified key does not exist.');
  if (request.headers['authorization'] !== undefined)
    return refused(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (request.headers['x-amz-access-token'] !== undefined)
    return refused(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  if (query.get('X-Amz-Signature') !== signatureOf(document.id, request.method, date))
    return wrongSignature();
  if (signedAt(date) + linkLife * 1000 < core.clock.now())
    return refused(403, 'AccessDenied', 'Request has expired');
  if (request.method === 'PUT') {
    if (request.headers['content-type'] !== document.contentType) return wrongSignature();
    document.content = Buffer.from(request.body).toString('base64');
    records.documents.put(document.id, document);
    return { status: 200, headers: {}, body: '' };
  }
  if (document.content === null) return refused(404, 'NoSuchKey', 'The specified key does not exist.');
  const encoding = query.get('response-content-encoding');
  return {
    status: 200,
    headers: {
      'content-type': document.contentType,
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
    body: Buffer.from(document.content, 'base64'),
  };
}

function signedAt(date: string): number {
  const parts = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date);
  if (parts === null) return -Infinity;
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function wrongSignature(): SandboxReply {
  return refused(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  );
}

/** The storage's own errors are XML. */
export function refused(status: number, code: string, message: string): SandboxReply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
