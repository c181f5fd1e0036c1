import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondFactorPurpose } from '../modules/accounts/second-factor.ts';
import { credentialsPurpose } from '../modules/connections/credentials.ts';
import { BUYER_PURPOSE } from '../modules/orders/buyer.ts';
import { createEncryption } from '../platform/encryption.ts';
import { resealAll, sealedPlaces } from './reseal.ts';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { addPopulatedStore, addUser } from '../testing/world.ts';

const oldSecret = Buffer.alloc(32, 1);
const newSecret = Buffer.alloc(32, 2);
const before = createEncryption([oldSecret]);
const meanwhile = createEncryption([newSecret, oldSecret]);
const afterwards = createEncryption([newSecret]);

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('everything opens before, during and after, and the old secret is needed no more', async () => {
  const userId = await addUser(ctx);
  const { id: storeId, marketplaceId } = await addPopulatedStore(ctx);
  const texts = { factor: 'JBSWY3DP', credentials: '{"accessToken":"t"}', buyer: '{"name":"Ada"}' };
  await sql`update users set second_factor_sealed = ${before.seal(texts.factor, secondFactorPurpose(userId))} where id = ${userId}`.execute(
    ctx.db,
  );
  await sql`insert into marketplace_credentials (marketplace_id, sealed, updated_at)
    values (${marketplaceId}, ${before.seal(texts.credentials, credentialsPurpose(marketplaceId))}, ${ctx.clock.now()})`.execute(
    ctx.db,
  );
  await sql`update orders set buyer_sealed = ${before.seal(texts.buyer, BUYER_PURPOSE)} where store_id = ${storeId}`.execute(
    ctx.db,
  );
  const opened = async (encryption: typeof before) => {
    const { rows } = await sql<{ factor: Buffer; credentials: Buffer; buyer: Buffer }>`
      select (select second_factor_sealed from users where id = ${userId}) as factor,
             (select sealed from marketplace_credentials where marketplace_id = ${marketplaceId}) as credentials,
             (select buyer_sealed from orders where store_id = ${storeId}) as buyer`.execute(ctx.db);
    const [row] = rows;
    if (row === undefined) throw new Error('Nothing is there.');
    return {
      factor: encryption.open(row.factor, secondFactorPurpose(userId)),
      credentials: encryption.open(row.credentials, credentialsPurpose(marketplaceId)),
      buyer: encryption.open(row.buyer, BUYER_PURPOSE),
    };
  };
  expect(await opened(meanwhile)).toEqual(texts);
  await expect(opened(afterwards)).rejects.toThrow('does not open');
  // Many at a time, some of them twice at once.
  const runs = await Promise.all([resealAll(ctx.db, meanwhile), resealAll(ctx.db, meanwhile)]);
  expect(runs.map(({ total }) => total)).toEqual([3, 3]);
  expect(await opened(meanwhile)).toEqual(texts);
  expect(await opened(afterwards)).toEqual(texts);
  expect(await resealAll(ctx.db, afterwards)).toEqual({ total: 3, resealed: 0 });
});

it('no column that holds sealed values is forgotten', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'
      and column_name !~ '(hash|print|key|state)$' order by 1`.execute(ctx.db);
  expect(rows.map(({ place }) => place)).toEqual(
    sealedPlaces.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});
