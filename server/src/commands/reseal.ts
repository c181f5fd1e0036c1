import { sql } from 'kysely';
import { FINGERPRINT_KEY_PURPOSE } from '../fingerprint-key.ts';
import { secondFactorPurpose } from '../modules/accounts/second-factor.ts';
import { credentialsPurpose } from '../modules/connections/credentials.ts';
import { BUYER_PURPOSE } from '../modules/orders/buyer.ts';
import type { Database } from '../platform/database.ts';
import type { Encryption } from '../platform/encryption.ts';

/** Rows that are read at once. */
const BATCH = 500;

/** A column that the encryption seals, the key of its rows, and what a row's value is sealed for. */
interface SealedPlace {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly purpose: (id: number) => string;
}

/** Every column that holds sealed values; a test looks through the tables for others. */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'fingerprint_keys', id: 'id', column: 'sealed', purpose: () => FINGERPRINT_KEY_PURPOSE },
  { table: 'users', id: 'id', column: 'second_factor_sealed', purpose: secondFactorPurpose },
  { table: 'marketplace_credentials', id: 'marketplace_id', column: 'sealed', purpose: credentialsPurpose },
  { table: 'orders', id: 'id', column: 'buyer_sealed', purpose: () => BUYER_PURPOSE },
];

/**
 * Seals everything anew that an older secret sealed. The program may run meanwhile, with both secrets: a row that it writes
 * between is sealed by the newest already and is left as it is. Broken off, it goes on where it was when run again.
 * @returns how many values there are, and how many of them were sealed anew
 * @throws Error for a value that none of the secrets opens
 */
export async function resealAll(
  db: Database,
  encryption: Encryption,
): Promise<{ total: number; resealed: number }> {
  let total = 0;
  let resealed = 0;
  for (const place of sealedPlaces) {
    let after = 0;
    for (;;) {
      const rows = await readBatch(db, place, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const { id, sealed } of rows) {
        total += 1;
        const fresh = encryption.reseal(sealed, place.purpose(id));
        if (fresh !== null && (await replace(db, place, id, sealed, fresh))) resealed += 1;
      }
      after = last.id;
    }
  }
  return { total, resealed };
}

async function readBatch(
  db: Database,
  { table, id, column }: SealedPlace,
  after: number,
): Promise<{ id: number; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(id)} > ${after} and ${sql.ref(column)} is not null
    order by ${sql.ref(id)} limit ${BATCH}`.execute(db);
  return rows;
}

/** Only where the value is still the one that was read: nothing that was written meanwhile is lost. */
async function replace(
  db: Database,
  { table, id, column }: SealedPlace,
  key: number,
  before: Buffer,
  after: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${after}
    where ${sql.ref(id)} = ${key} and ${sql.ref(column)} = ${before}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
