import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFingerprintKey } from './fingerprint-key.ts';
import { createEncryption, type Encryption, type Purpose } from './platform/secrets/encryption.ts';
import { resealAll, sealedPlaces } from './reseal.ts';
import { createTestContext, type TestContext } from './testing/context.ts';
import { addPopulatedStore, addUser } from './testing/world.ts';

const oldSecret = Buffer.alloc(32, 1);
const newSecret = Buffer.alloc(32, 2);

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

interface Value {
  readonly place: (typeof sealedPlaces)[number];
  readonly purpose: Purpose;
  readonly sealed: Buffer;
}

/** Every sealed value of the database. */
async function values(): Promise<Value[]> {
  const found = await Promise.all(
    sealedPlaces.map(async (place) => {
      const { rows } = await sql<{ id: number; storeId: number; sealed: Buffer }>`
        select ${sql.ref(place.id)} as id, ${place.store} as "storeId", ${sql.ref(place.column)} as sealed
        from ${sql.table(place.table)} where ${sql.ref(place.column)} is not null order by 1`.execute(ctx.db);
      return rows.map(({ id, storeId, sealed }) => ({ place, purpose: place.purpose(id, storeId), sealed }));
    }),
  );
  return found.flat();
}

/** Opens every value of the database. */
async function openAll(encryption: Encryption): Promise<string[]> {
  return (await values()).map(({ purpose, sealed }) => encryption.open(sealed, purpose));
}

/** A store, an account and a shop with a value in every place, each sealed by `seal`. */
async function fillEveryPlace(seal: (plain: string, purpose: Purpose) => Buffer): Promise<void> {
  await keepFingerprintKey(ctx.db, [oldSecret]);
  await addUser(ctx);
  const { marketplaceId } = await addPopulatedStore(ctx);
  await sql`insert into marketplace_credentials (marketplace_id, sealed, updated_at)
    values (${marketplaceId}, '\\x00', ${ctx.clock.now()})`.execute(ctx.db);
  for (const place of sealedPlaces) {
    const isKey = place.table === 'fingerprint_keys';
    const { rows } = await sql<{ id: number; storeId: number; sealed: Buffer }>`
      select ${sql.ref(place.id)} as id, ${place.store} as "storeId", ${sql.ref(place.column)} as sealed
      from ${sql.table(place.table)}`.execute(ctx.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id, storeId, sealed } of rows) {
      const purpose = place.purpose(id, storeId);
      const plain = isKey ? createEncryption([oldSecret]).open(sealed, purpose) : purpose.text;
      await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${seal(plain, purpose)}
        where ${sql.ref(place.id)} = ${id}`.execute(ctx.db);
    }
  }
}

it('everything opens before, during and after a rotation, and the old secret is needed no more', async () => {
  const before = createEncryption([oldSecret]);
  const meanwhile = createEncryption([newSecret, oldSecret]);
  const afterwards = createEncryption([newSecret]);
  await fillEveryPlace((plain, purpose) => before.seal(plain, purpose));
  const plain = await openAll(before);
  const total = plain.length;
  expect(total).toBeGreaterThanOrEqual(sealedPlaces.length);
  expect(await openAll(meanwhile)).toEqual(plain);
  await expect(openAll(afterwards)).rejects.toThrow('does not open');
  // Two at once.
  const runs = await Promise.all([resealAll(ctx.db, meanwhile), resealAll(ctx.db, meanwhile)]);
  expect(runs.map((run) => run.total)).toEqual([total, total]);
  expect(runs.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(total);
  expect(await openAll(meanwhile)).toEqual(plain);
  expect(await openAll(afterwards)).toEqual(plain);
  expect(await resealAll(ctx.db, afterwards)).toEqual({ total, resealed: 0 });
});

it('a value opens in its own place, row and store alone', () => {
  const encryption = createEncryption([newSecret]);
  const purposes = sealedPlaces.flatMap((place) =>
    [place.purpose(1, 1), place.purpose(2, 1), place.purpose(1, 2)].filter(
      // Accounts and the key of fingerprints are of no store, and of the latter there is one.
      (purpose, index, all) => all.findIndex((each) => sameText(each, purpose)) === index,
    ),
  );
  expect(purposes).toHaveLength(3 * 3 + 2 + 1);
  for (const [row, own] of purposes.entries()) {
    const sealed = encryption.seal('a secret', own);
    const opening = purposes.flatMap((purpose, column) =>
      opens(encryption, sealed, purpose) ? [column] : [],
    );
    expect(opening, own.text).toEqual([row]);
  }
});

const sameText = (one: Purpose, other: Purpose): boolean => JSON.stringify(one) === JSON.stringify(other);

function opens(encryption: Encryption, sealed: Buffer, purpose: Purpose): boolean {
  try {
    return encryption.open(sealed, purpose) === 'a secret';
  } catch {
    return false;
  }
}

it('every column with sealed values is listed', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'
      and column_name !~ '(hash|print|key|state)$' order by 1`.execute(ctx.db);
  expect(rows.map(({ place }) => place)).toEqual(
    sealedPlaces.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});
