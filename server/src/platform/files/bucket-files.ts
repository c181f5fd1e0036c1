import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { bucketFault, type BucketFault, type BucketStep } from './bucket-fault.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { FilesUnreachable, isFileKey, nameOfFile, type SealedFiles } from './sealed-files.ts';
import { StartProblem } from '../process/start-problem.ts';

/** How long a call may take, in milliseconds. */
export interface BucketPatience {
  /** Time limit of connecting. */
  readonly connect: number;
  /** Without a byte in either direction. */
  readonly quiet: number;
  /** All in all, with what is tried again. */
  readonly whole: number;
}

/** An operation's step of a minute, and a person who uploads, outlive one call. */
const PATIENCE: BucketPatience = { connect: 5_000, quiet: 10_000, whole: 30_000 };
/** Calls that were throttled, or met a fault of the store, are sent again by the client: all of them may be repeated. */
const MOST_ATTEMPTS = 3;
/** The object by which the start tries whether files can be written and removed. */
const PROBE = 'start-check';
const PROBE_TEXT = Buffer.from('Evenstock tries at each start whether it can write here.');

/**
 * Opens sealed files in a bucket, after trying every kind of call on it.
 * @throws StartProblem with a sentence that says what is wrong with the settings or the bucket
 */
export async function openBucket(
  settings: BucketSettings,
  patience: BucketPatience = PATIENCE,
): Promise<SealedFiles> {
  const calls = callsTo(settings, patience);
  try {
    await calls.list(undefined, 1);
    await calls.put(PROBE, PROBE_TEXT);
    const found = await calls.get(PROBE);
    await calls.remove(PROBE);
    // None: another program that starts just now has removed it.
    if (found !== null && !found.equals(PROBE_TEXT))
      throw new StartProblem(
        `What answers at EVENSTOCK_S3_URL (${settings.url}) does not give back what was written: it is no S3-compatible store.`,
      );
  } catch (error) {
    if (error instanceof BucketUnreachable) throw new StartProblem(error.fault.advice);
    throw error;
  }
  return {
    place: `bucket ${settings.bucket} at ${settings.url}`,
    write: (key, bytes) => calls.put(nameOfFile(key), bytes),
    read: (key) => calls.get(nameOfFile(key)),
    remove: (key) => calls.remove(nameOfFile(key)),
    async *keys() {
      let after: string | undefined;
      do {
        const page = await calls.list(after, undefined);
        yield* page.names.flatMap((name) => {
          const key = name.slice(name.lastIndexOf('/') + 1);
          return isFileKey(key) && name === nameOfFile(key) ? [key] : [];
        });
        after = page.next;
      } while (after !== undefined);
    },
  };
}

/** A call to the bucket that failed: what is known of it, without the keys. */
class BucketUnreachable extends FilesUnreachable {
  readonly fault: BucketFault;

  constructor(fault: BucketFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

interface Page {
  readonly names: readonly string[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

interface Calls {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null where there is no such object. */
  get(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
  list(after: string | undefined, most: number | undefined): Promise<Page>;
}

/** The calls to a bucket; names are without the prefix. */
function callsTo(settings: BucketSettings, patience: BucketPatience): Calls {
  const { bucket: Bucket, prefix } = settings;
  const client = openClient(settings, patience);
  const begin = prefix === '' ? '' : `${prefix}/`;
  const within = async <T>(step: BucketStep, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await call(AbortSignal.timeout(patience.whole));
    } catch (error) {
      throw new BucketUnreachable(bucketFault(error, step, settings));
    }
  };
  return {
    put: (name, Body) =>
      within('write', async (abortSignal) => {
        await client.send(new PutObjectCommand({ Bucket, Key: begin + name, Body }), { abortSignal });
      }),
    get: (name) =>
      within('read', async (abortSignal) => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: begin + name }), {
            abortSignal,
          });
          const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
          return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        } catch (error) {
          // A bucket that is gone is answered with 404, too: then nothing is known of the file.
          if (error instanceof Error && error.name === 'NoSuchKey') return null;
          throw error;
        }
      }),
    remove: (name) =>
      within('remove', async (abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: begin + name }), { abortSignal });
      }),
    list: (after, most) =>
      within('list', async (abortSignal) => {
        const { Contents, NextContinuationToken } = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: begin,
            ContinuationToken: after,
            MaxKeys: most,
          }),
          { abortSignal },
        );
        const names = (Contents ?? []).map(({ Key = '' }) => Key.slice(begin.length));
        return { names, next: NextContinuationToken };
      }),
  };
}

function openClient({ url, region, keyId, secret }: BucketSettings, patience: BucketPatience): S3Client {
  return new S3Client({
    endpoint: url,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    forcePathStyle: true,
    maxAttempts: MOST_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: patience.connect, socketTimeout: patience.quiet },
    // The signature covers what is written, and the encryption what is read; not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // Else they come from the environment, and from files of other tools on this machine.
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
  });
}
