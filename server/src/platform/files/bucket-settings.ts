import { z } from 'zod';

/** A bucket of an S3-compatible store, and the keys to it. */
export interface BucketSettings {
  /** Address of the store; the bucket's name follows in the path. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  /** What the names of all objects begin with, without a slash at the end; empty: nothing. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
}

export const bucketName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be the name of a bucket: 3 to 63 small letters, digits, . or -',
  );

export const bucketRegion = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a region like eu-central-1');

export const bucketPrefix = z
  .string()
  .regex(
    /^\w[\w.-]*(\/\w[\w.-]*)*\/?$/,
    'must be names of letters, digits, _, . or -, with a / between them, like shops/evenstock',
  )
  .transform((text) => text.replace(/\/$/, ''));

const needed = [
  'EVENSTOCK_S3_URL',
  'EVENSTOCK_S3_BUCKET',
  'EVENSTOCK_S3_KEY_ID',
  'EVENSTOCK_S3_SECRET',
] as const;
const optional = ['EVENSTOCK_S3_REGION', 'EVENSTOCK_S3_PREFIX'] as const;

type Name = (typeof needed)[number] | (typeof optional)[number];
type Values = { readonly [name in Name]?: string | undefined };

/** What a bucket that is half set lacks, in a sentence; it would leave the files in the data folder, where nobody looks for them. */
export function halfBucket(values: Values): string[] {
  const isMeant = [...needed, ...optional].some((name) => values[name] !== undefined);
  const lacking = needed.filter((name) => values[name] === undefined);
  if (!isMeant || lacking.length === 0) return [];
  const verb = lacking.length === 1 ? 'is' : 'are';
  return [
    `${lacking.join(', ')} ${verb} not set: files in a bucket need ${needed.join(', ')}. Set all of them, or none.`,
  ];
}

/** The bucket that is set; null: none. */
export function readBucket(values: Values): BucketSettings | null {
  const {
    EVENSTOCK_S3_URL: url,
    EVENSTOCK_S3_BUCKET: bucket,
    EVENSTOCK_S3_KEY_ID: keyId,
    EVENSTOCK_S3_SECRET: secret,
    EVENSTOCK_S3_REGION: region = 'us-east-1',
    EVENSTOCK_S3_PREFIX: prefix = '',
  } = values;
  if (url === undefined || bucket === undefined || keyId === undefined || secret === undefined) return null;
  return { url, region, bucket, prefix, keyId, secret };
}
