import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BucketSettings } from '../platform/files/bucket-settings.ts';
import { readClaim, sha256, signatureOf } from './aws-signature.ts';

/**
 * How the server fails until it is set otherwise. `silent`: it takes the request and never answers; `stalls`, `cut`: it answers
 * half of an object, and then nothing, or closes; `late`: it writes and never answers.
 */
export type BucketTrouble = 'silent' | 'stalls' | 'cut' | 'late' | Refused;

/** An error as S3 answers it. */
interface Refused {
  readonly status: number;
  readonly code: string;
  /** The methods that are refused; all unless given. */
  readonly methods?: readonly string[];
  /** How many requests; all unless given. */
  times?: number;
}

/** A store with one bucket, over plain HTTP on this machine. */
export interface BucketServer {
  /** What the program needs to use it. */
  readonly settings: BucketSettings;
  /** What it holds, by the whole names of the objects. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Method and path of each request so far. */
  readonly requests: readonly string[];
  trouble: BucketTrouble | null;
  close(): Promise<void>;
}

export interface BucketServerOptions {
  readonly prefix?: string;
  /** The most names of one page. */
  readonly pageSize?: number;
}

const MOST_NAMES = 1_000;
const SKEW_MS = 15 * 60_000;
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/**
 * Opens a store with the part of S3's REST API that the program needs: PutObject, GetObject, DeleteObject and ListObjectsV2, the
 * bucket in the path. It verifies each signature, with the hash of the body, as S3 does.
 */
export async function openBucketServer(options: BucketServerOptions = {}): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void serve(store, request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The store has no port.');
  const store: Store = {
    settings: {
      url: `http://127.0.0.1:${String(address.port)}`,
      region: 'ap-southeast-1',
      bucket: 'evenstock-files',
      prefix: options.prefix ?? 'shops/one',
      keyId: 'AKIATESTOFBUCKETS',
      secret: 'secret/of+the/bucket-9f3a',
    },
    objects,
    requests,
    trouble: null,
    pageSize: options.pageSize ?? MOST_NAMES,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return store;
}

interface Store extends BucketServer {
  readonly objects: Map<string, Buffer>;
  readonly requests: string[];
  readonly pageSize: number;
}

async function serve(store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '/' } = request;
  store.requests.push(`${method} ${url}`);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(asBuffer(part));
  const body = Buffer.concat(parts);
  const { trouble } = store;
  if (trouble === 'silent') return;
  const refusal = refusalNow(store, method) ?? refusalOf(store, request, body);
  if (refusal !== null) {
    refuse(response, refusal);
    return;
  }
  const { pathname, searchParams } = new URL(url, store.settings.url);
  const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
  const name = rest.join('/');
  if (bucket !== store.settings.bucket) refuse(response, { status: 404, code: 'NoSuchBucket' });
  else if (method === 'GET' && name === '') list(store, searchParams, response);
  else if (method === 'GET') get(store, name, response);
  else if (method === 'PUT' && name !== '') {
    store.objects.set(name, body);
    if (trouble !== 'late') response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
  } else if (method === 'DELETE' && name !== '') {
    store.objects.delete(name);
    response.writeHead(204).end();
  } else refuse(response, { status: 405, code: 'MethodNotAllowed' });
}

function refusalNow({ trouble }: Store, method: string): Refused | null {
  if (typeof trouble !== 'object' || trouble === null || trouble.times === 0) return null;
  if (trouble.methods !== undefined && !trouble.methods.includes(method)) return null;
  if (trouble.times !== undefined) trouble.times -= 1;
  return trouble;
}

/** Why a request is not believed; null: its signature is right. */
function refusalOf({ settings }: Store, request: IncomingMessage, body: Buffer): Refused | null {
  const { method = '', url: target = '/' } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const claim = readClaim(headers['authorization']);
  if (claim === null) return { status: 403, code: 'AccessDenied' };
  if (claim.keyId !== settings.keyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (claim.region !== settings.region || claim.service !== 's3')
    return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const at = instantOf(headers['x-amz-date'] ?? '');
  if (Math.abs(at - Date.now()) > SKEW_MS || !headers['x-amz-date']?.startsWith(claim.day))
    return { status: 403, code: 'RequestTimeTooSkewed' };
  const covered = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!covered.every((name) => claim.signedHeaders.includes(name)))
    return { status: 403, code: 'AccessDenied' };
  if (headers['x-amz-content-sha256'] !== sha256(body))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const right = Buffer.from(signatureOf({ method, target, headers }, claim, settings.secret));
  return timingSafeEqual(right, Buffer.from(claim.signature))
    ? null
    : { status: 403, code: 'SignatureDoesNotMatch' };
}

function get({ objects, trouble }: Store, name: string, response: ServerResponse): void {
  const bytes = objects.get(name);
  if (bytes === undefined) {
    refuse(response, { status: 404, code: 'NoSuchKey' });
    return;
  }
  response.writeHead(200, { 'content-length': bytes.length, etag: `"${sha256(bytes)}"` });
  if (trouble !== 'stalls' && trouble !== 'cut') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, bytes.length / 2), () => {
    if (trouble === 'cut') response.destroy();
  });
}

function list(
  { objects, settings, pageSize }: Store,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  if (query.get('list-type') !== '2') {
    refuse(response, { status: 501, code: 'NotImplemented' });
    return;
  }
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString();
  const most = Math.min(Number(query.get('max-keys') ?? MOST_NAMES), pageSize);
  const rest = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = rest.slice(0, most);
  const next = rest.length > most ? Buffer.from(page.at(-1) ?? '').toString('base64url') : null;
  const contents = page.map(
    (name) =>
      `<Contents><Key>${escaped(name)}</Key><LastModified>2026-11-24T00:00:00.000Z</LastModified><Size>${String(objects.get(name)?.length)}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  answerXml(
    response,
    200,
    `<ListBucketResult xmlns="${NAMESPACE}"><Name>${settings.bucket}</Name><Prefix>${escaped(prefix)}</Prefix><MaxKeys>${String(most)}</MaxKeys><KeyCount>${String(page.length)}</KeyCount><IsTruncated>${String(next !== null)}</IsTruncated>${
      next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    }${contents.join('')}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, { status, code }: Refused): void {
  answerXml(
    response,
    status,
    `<Error><Code>${code}</Code><Message>The store says ${code}.</Message><RequestId>${randomUUID()}</RequestId></Error>`,
  );
}

function answerXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `20130524T000000Z` in milliseconds. */
const instantOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const asBuffer = (part: unknown): Buffer => {
  if (part instanceof Buffer) return part;
  throw new Error('A request came as text.');
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
