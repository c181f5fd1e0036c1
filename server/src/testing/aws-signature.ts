import { createHash, createHmac } from 'node:crypto';

/** A request as it arrived, for its signature (AWS Signature Version 4, in the header Authorization). */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request says of its own signature. */
export interface Claim {
  readonly keyId: string;
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/([^/,\s]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** Reads the header Authorization; null where it is of another form. */
export function readClaim(header: string | undefined): Claim | null {
  const found = authorization.exec(header ?? '');
  if (found === null) return null;
  const [, keyId = '', day = '', region = '', service = '', names = '', signature = ''] = found;
  return { keyId, day, region, service, signedHeaders: names.split(';'), signature };
}

/** The signature that a request must carry, computed anew from all that it covers. */
export function signatureOf(
  { method, target, headers }: SignedRequest,
  { day, region, service, signedHeaders }: Claim,
  secret: string,
): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
  const canonical = [
    method,
    path.split('/').map(encodedAnew).join('/'),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (by, part) => createHmac('sha256', by).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Hexadecimal digest. */
export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

function canonicalQuery(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .map((pair) => pair.split(/=(.*)/s, 2))
    .map(([name = '', value = '']) => [encodedAnew(name), encodedAnew(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** All but letters, digits and four signs is encoded, whatever the sender encoded. */
const encodedAnew = (text: string): string =>
  encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
