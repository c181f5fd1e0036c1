import type { BucketSettings } from './bucket-settings.ts';

/** The four kinds of calls to a bucket. */
export type BucketStep = 'list' | 'write' | 'read' | 'remove';

/** A failed call to a bucket, in words that name neither key. */
export interface BucketFault {
  /** Reason for the log. */
  readonly reason: string;
  /** Advice for the operator who starts the program. */
  readonly advice: string;
}

const permissionOf: Readonly<Record<BucketStep, string>> = {
  list: 's3:ListBucket',
  write: 's3:PutObject',
  read: 's3:GetObject',
  remove: 's3:DeleteObject',
};

const LONGEST = 200;
/** As the client, and the limit of a whole call, say it. */
const outOfTime: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError']);

/** What an error of the client says of a call. */
export function bucketFault(error: unknown, step: BucketStep, settings: BucketSettings): BucketFault {
  const { code, status, text } = partsOf(error, settings);
  const answered = status === null ? '' : ` ${String(status)}`;
  const said = outOfTime.has(code)
    ? 'no answer in time'
    : text === '' || text === code
      ? code
      : `${code}: ${text}`;
  return {
    reason: `The bucket of files could not be used to ${step}:${answered} ${said}`,
    advice: adviceOn(code, status, said, step, settings),
  };
}

function adviceOn(
  code: string,
  status: number | null,
  said: string,
  step: BucketStep,
  { url, region, bucket }: BucketSettings,
): string {
  if (status === null)
    return `The store of files at EVENSTOCK_S3_URL (${url}) does not answer (${said}). Check the address, and that this machine reaches it.`;
  switch (code) {
    case 'NoSuchBucket':
      return `There is no bucket ${bucket} (EVENSTOCK_S3_BUCKET) at ${url}. Make it, or name another one.`;
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `The store of files at ${url} does not take EVENSTOCK_S3_KEY_ID and EVENSTOCK_S3_SECRET (${code}). Check both.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return `The bucket ${bucket} is not in the region ${region} (${said}). Set EVENSTOCK_S3_REGION and EVENSTOCK_S3_URL to where it is.`;
    case 'AccessDenied':
      return `The key of EVENSTOCK_S3_KEY_ID may not ${step} in the bucket ${bucket} (AccessDenied). It needs ${permissionOf[step]}, and in all s3:ListBucket, s3:PutObject, s3:GetObject and s3:DeleteObject.`;
    default:
      return `The bucket ${bucket} at EVENSTOCK_S3_URL (${url}) cannot be used: ${step} was answered with ${String(status)} (${said}). Check that an S3-compatible store is there.`;
  }
}

interface Parts {
  readonly code: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly text: string;
}

function partsOf(error: unknown, { keyId, secret }: BucketSettings): Parts {
  if (!(error instanceof Error)) return { code: 'unknown', status: null, text: '' };
  const clean = (text: string): string =>
    text.replaceAll(secret, '…').replaceAll(keyId, '…').replaceAll(/\s+/g, ' ').slice(0, LONGEST);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code: clean(code), status: statusOf(error), text: clean(error.message) };
}

function statusOf(error: object): number | null {
  if (!('$metadata' in error)) return null;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}
