import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

/* Archives that declare little and hold much, sent as a sheet of quantities. */

let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 100 }, channels: ['shopee'] });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

interface Stated {
  readonly compressed: number;
  readonly expanded: number;
}

interface Entry {
  readonly bytes: Buffer;
  readonly flags: number;
  /** The sizes in the header before its bytes. */
  readonly local: Stated;
  /** The sizes in the directory, and those in its zip64 record. */
  readonly directory: Stated;
  readonly extra?: readonly number[];
}

const NAME = Buffer.from('[Content_Types].xml');
const ELSEWHERE = 0xff_ff_ff_ff;
const SIZES_BEHIND = 8;

/** The fields of a record, each with its width in bytes. */
function record(...fields: readonly (readonly [width: 2 | 4 | 8, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const bytes = Buffer.alloc(width);
      if (width === 8) bytes.writeBigUInt64LE(BigInt(value));
      else bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );
}

function localPart({ bytes, flags, local }: Entry): Buffer {
  const sizes = [
    [4, local.compressed],
    [4, local.expanded],
  ] as const;
  const head = record([4, 0x04034b50], [2, 20], [2, flags], [2, 8], [4, 0], [4, 0], ...sizes);
  return Buffer.concat([head, record([2, NAME.length], [2, 0]), NAME, bytes]);
}

function directoryPart({ flags, directory, extra = [] }: Entry): Buffer {
  const sizes = [
    [4, directory.compressed],
    [4, directory.expanded],
  ] as const;
  const more = extra.length === 0 ? Buffer.alloc(0) : record([2, 1], [2, extra.length * 8]);
  const record64 = Buffer.concat([more, ...extra.map((value) => record([8, value]))]);
  const head = record([4, 0x02014b50], [2, 20], [2, 20], [2, flags], [2, 8], [4, 0], [4, 0], ...sizes);
  const tail = record([2, NAME.length], [2, record64.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, 0]);
  return Buffer.concat([head, tail, NAME, record64]);
}

const endPart = (count: number, size: number, at: number): Buffer =>
  record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);

function archive(entry: Entry): Buffer {
  const local = localPart(entry);
  const directory = directoryPart(entry);
  return Buffer.concat([local, directory, endPart(1, directory.length, local.length)]);
}

/** An archive with two directories: a harmless one, and one that a zip64 record points to. */
function twoDirectories(entry: Entry): Buffer {
  const local = localPart(entry);
  const harmless = directoryPart({ ...entry, directory: { compressed: 0, expanded: 0 }, flags: 0 });
  const directory = directoryPart(entry);
  const at = local.length + harmless.length;
  const counts = [
    [8, 1],
    [8, 1],
    [8, directory.length],
    [8, at],
  ] as const;
  const end64 = record([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], ...counts);
  const locator = record([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1]);
  return Buffer.concat([local, harmless, directory, end64, locator, endPart(1, ELSEWHERE, local.length)]);
}

const LARGE = 200_000_000;

async function codeOf(bytes: Uint8Array): Promise<unknown> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(bytes)]), 'products.xlsx');
  form.set('dry_run', 'true');
  const path = `/api/stores/${String(market.storeId)}/variants/mass_update.json`;
  const answer = await server.call('POST', path, { token, body: form });
  return /"code":"(\w+\.\w+)"/.exec(JSON.stringify(answer.body))?.[1];
}

describe('an archive that holds more than its directory says', () => {
  const bytes = deflateRawSync(Buffer.alloc(LARGE));
  const truth = { compressed: bytes.length, expanded: LARGE };
  const nothing = { compressed: 0, expanded: 0 };

  it.each([
    ['sizes before its bytes', { local: truth, directory: nothing }],
    ['sizes behind its bytes', { local: nothing, directory: nothing }],
    [
      'a small size, and the true ones before its bytes',
      { local: truth, directory: { compressed: 0, expanded: 1000 } },
    ],
    [
      'a small size in the directory, and the others nowhere',
      { local: truth, directory: { compressed: ELSEWHERE, expanded: 1000 }, extra: [0] },
    ],
  ])('is refused before it is expanded: %s', async (_case, sizes) => {
    const behind = record([4, 0x08074b50], [4, crc32(Buffer.alloc(LARGE))], [4, bytes.length], [4, LARGE]);
    const entry = { bytes: Buffer.concat([bytes, behind]), flags: SIZES_BEHIND, ...sizes };
    expect(await codeOf(archive(entry))).toBe('spreadsheets.expands_too_far');
  });

  it('is refused before it is expanded: a second directory', async () => {
    const entry = { bytes, flags: 0, local: truth, directory: truth };
    expect(await codeOf(twoDirectories(entry))).toBe('spreadsheets.expands_too_far');
  });

  it('is expanded no further than it declares', async () => {
    const local = { compressed: bytes.length, expanded: 1000 };
    expect(await codeOf(archive({ bytes, flags: 0, local, directory: local }))).toBe(
      'spreadsheets.unreadable',
    );
  });

  it('while a workbook with the same flag and its sizes in the directory is read', async () => {
    const rows = [
      ['SKU', 'Quantity', 'Exported quantity'],
      ['TEE', 100, 100],
    ];
    const good = Buffer.from(await writeXlsx({ sheets: [{ name: 'Products', rows }] }));
    for (let at = good.indexOf('PK\u0001\u0002'); at !== -1; at = good.indexOf('PK\u0001\u0002', at + 4)) {
      good.writeUInt16LE(good.readUInt16LE(at + 8) | SIZES_BEHIND, at + 8);
    }
    expect(await codeOf(good)).toBeUndefined();
  });
});
