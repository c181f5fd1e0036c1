import { sql, type RawBuilder } from 'kysely';
import { fingerprintKeyPurpose } from './fingerprint-key.ts';
import { secondFactorPurpose } from './modules/accounts/second-factor.ts';
import { credentialsPurpose } from './modules/connections/calls/credentials.ts';
import { buyerPurpose } from './modules/orders/order/buyer.ts';
import { webhookSecretPurpose } from './modules/webhooks/sign-delivery.ts';
import type { Database } from './platform/database/database.ts';
import type { Encryption, Purpose } from './platform/secrets/encryption.ts';

/** Rows that are read at once. */
const BATCH = 500;

/** A column that the encryption seals, the key of its rows, and what a row's value is sealed for. */
interface SealedPlace {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  /** The store of a row. */
  readonly store: RawBuilder<unknown>;
  readonly purpose: (id: number, storeId: number) => Purpose;
}

const noStore = sql`0::bigint`;

/** Every column that holds sealed values, in the order of sealing anew; a test looks through the tables for others. */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'users', id: 'id', column: 'second_factor_sealed', store: noStore, purpose: secondFactorPurpose },
  {
    table: 'marketplace_credentials',
    id: 'marketplace_id',
    column: 'sealed',
    store: sql`(select m.store_id from marketplaces m where m.id = marketplace_id)`,
    purpose: (id, storeId) => credentialsPurpose(storeId, id),
  },
  {
    table: 'webhooks',
    id: 'id',
    column: 'secret_sealed',
    store: sql`store_id`,
    purpose: (id, storeId) => webhookSecretPurpose(storeId, id),
  },
  {
    table: 'orders',
    id: 'id',
    column: 'buyer_sealed',
    store: sql`store_id`,
    purpose: (id, storeId) => buyerPurpose({ id, storeId }),
  },
  {
    table: 'fingerprint_keys',
    id: 'id',
    column: 'sealed',
    store: noStore,
    purpose: () => fingerprintKeyPurpose,
  },
];

/**
 * Seals everything anew that an older secret sealed. The program may run meanwhile with all the
 * secrets: rows that it writes are sealed already and are left alone. After an interruption it can be run again from its beginning.
 * The key of fingerprints is last, after a pass that changed nothing.
 * @returns how many values there are, and how many of them were sealed anew
 * @throws Error for a value that none of the secrets opens
 */
export async function resealAll(
  db: Database,
  encryption: Encryption,
): Promise<{ total: number; resealed: number }> {
  const others = sealedPlaces.slice(0, -1);
  const last = sealedPlaces.slice(-1);
  let resealed = 0;
  for (;;) {
    const pass = await resealPlaces(db, encryption, others);
    resealed += pass.resealed;
    if (pass.resealed > 0) continue;
    const key = await resealPlaces(db, encryption, last);
    return { total: pass.total + key.total, resealed: resealed + key.resealed };
  }
}

async function resealPlaces(
  db: Database,
  encryption: Encryption,
  places: readonly SealedPlace[],
): Promise<{ total: number; resealed: number }> {
  let total = 0;
  let resealed = 0;
  for (const place of places) {
    let after = 0;
    for (;;) {
      const rows = await readBatch(db, place, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      total += rows.length;
      const changes = rows.flatMap(({ id, storeId, sealed }): Change[] => {
        const fresh = encryption.reseal(sealed, place.purpose(id, storeId));
        return fresh === null ? [] : [{ id, before: sealed, after: fresh }];
      });
      if (changes.length > 0) resealed += await replace(db, place, changes);
      after = last.id;
    }
  }
  return { total, resealed };
}

async function readBatch(
  db: Database,
  { table, id, column, store }: SealedPlace,
  after: number,
): Promise<{ id: number; storeId: number; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: number; storeId: number; sealed: Buffer }>`
    select ${sql.ref(id)} as id, ${store} as "storeId", ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(id)} > ${after} and ${sql.ref(column)} is not null
    order by ${sql.ref(id)} limit ${BATCH}`.execute(db);
  return rows;
}

interface Change {
  readonly id: number;
  readonly before: Buffer;
  readonly after: Buffer;
}

/**
 * Only where the value is still the one that was read: nothing that was written meanwhile is lost. Rows are locked in the order of
 * their ids, as everybody does.
 */
async function replace(
  db: Database,
  { table, id, column }: SealedPlace,
  changes: readonly Change[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with changes as (
      select * from unnest(${changes.map((change) => change.id)}::bigint[], ${changes.map(({ before }) => before)}::bytea[],
        ${changes.map((change) => change.after)}::bytea[]) as c (id, before, after)),
    locked as materialized (
      select ${sql.ref(id)} as id from ${sql.table(table)} where ${sql.ref(id)} in (select id from changes)
      order by ${sql.ref(id)} for no key update)
    update ${sql.table(table)} t set ${sql.ref(column)} = c.after
    from changes c join locked using (id)
    where t.${sql.ref(id)} = c.id and t.${sql.ref(column)} = c.before`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
