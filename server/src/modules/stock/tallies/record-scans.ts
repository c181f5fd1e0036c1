import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type {
  recordScans as endpoint,
  resolveTallyCode as resolveEndpoint,
  Scan,
  ScannedVariant,
} from '@evenstock/contract/stock/tallies';
import { announce } from '../../../api/live.ts';
import { invalid, notFound, Refusal, type Call } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { describeTally } from './show-tally.ts';
import { countRevision, lockTally } from './tallies.queries.ts';
import {
  chooseSku,
  dismissCode,
  insertEntries,
  keysRecorded,
  variantsOfCodes,
  variantsOfIds,
  type TallyEntry,
} from './tally-entries.queries.ts';
import { unitsInTally } from './tally-lines.queries.ts';
import { scannedAt, skuOfScan, type TallyRecord } from './tally.rules.ts';

type Outcome = ReturnType<typeof skuOfScan>;

/**
 * Adds scans to a tally, each once by its key. A code that no SKU has, or several, waits until a member chooses.
 * @throws Refusal 404; 422 for a SKU that is not of the store
 */
export async function recordScans({
  ctx,
  store,
  actor,
  params,
  body: { scans },
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  return inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const tally = await lockTally(tx, store.id, params.tallyId);
    if (tally === null) throw notFound('tally');
    const outcomes = await skusOf(tx, store.id, scans);
    const known = await keysOf(tx, tally, scans);
    const entries = scans.flatMap((scan, place) => entryOf(scan, outcomes[place], at, tally));
    if (tally.state === 'open') {
      const into = { storeId: store.id, tallyId: tally.id, userId: actor.userId, at };
      if ((await insertEntries(tx, into, entries)).length > 0) {
        await countRevision(tx, tally.id);
        await announce(tx, store.id, 'stock_tallies', [tally.id]);
      }
    }
    const ids = outcomes.flatMap(({ variant }) => (variant === null ? [] : [variant.id]));
    const units = await unitsInTally(tx, tally.id, ids);
    return {
      results: scans.map(({ key }, place) => {
        const { outcome, variant } = outcomes[place] ?? { outcome: 'no_sku', variant: null };
        const isLate = tally.state !== 'open' && !known.has(key);
        const counted = variant === null ? null : (units.get(variant.id) ?? null);
        return { key, outcome: isLate ? 'closed' : outcome, variant, units: counted };
      }),
    };
  });
}

/** The keys of scans that came before the tally was closed. */
const keysOf = (tx: Tx, tally: TallyRecord, scans: readonly Scan[]): Promise<ReadonlySet<string>> =>
  tally.state === 'open'
    ? Promise.resolve(new Set<string>())
    : keysRecorded(
        tx,
        tally.id,
        scans.map(({ key }) => key),
      );

async function skusOf(tx: Tx, storeId: number, scans: readonly Scan[]): Promise<readonly Outcome[]> {
  const chosen = await variantsOfIds(
    tx,
    storeId,
    scans.flatMap(({ variant_id: id }) => (id === null ? [] : [id])),
  );
  const found = await variantsOfCodes(
    tx,
    storeId,
    scans.flatMap(({ variant_id: id, code }) => (id === null && code !== null ? [code] : [])),
  );
  return scans.map(({ variant_id: id, code }) => {
    if (id === null) return skuOfScan(code === null ? [] : (found.get(code) ?? []));
    const variant = chosen.get(id);
    if (variant === undefined) throw invalid('variant_id', message('api.variant_not_found'));
    return skuOfScan([variant]);
  });
}

/** What is recorded of a scan: nothing where a set was chosen from a list. */
function entryOf(
  { key, code, variant_id: chosen, units, is_total: isTotal, age_ms: age }: Scan,
  found: Outcome | undefined,
  now: Date,
  tally: TallyRecord,
): readonly TallyEntry[] {
  const variantId = found?.outcome === 'added' ? (found.variant?.id ?? null) : null;
  if (variantId === null && (code === null || chosen !== null)) return [];
  return [{ key, code, variantId, units, isTotal, scannedAt: scannedAt(age, now, tally.createdAt) }];
}

/**
 * Says which SKU the waiting scans of a code are of, or dismisses them.
 * @throws Refusal 404; 409 where the tally is closed; 422 for a set, another store's SKU, or a code that does not wait
 */
export async function resolveCode({
  ctx,
  store,
  params,
  body,
}: Call<typeof resolveEndpoint>): Promise<CallReply<typeof resolveEndpoint>> {
  const { code, variant_id: variantId } = body.code;
  await inTransaction(ctx.db, async (tx) => {
    const tally = await lockTally(tx, store.id, params.tallyId);
    if (tally === null) throw notFound('tally');
    if (tally.state !== 'open') throw new Refusal(409, message('tallies.is_closed'));
    const isDone =
      variantId === null
        ? await dismissCode(tx, tally.id, code, ctx.clock.now())
        : await chooseSku(tx, tally.id, code, (await countable(tx, store.id, variantId)).id);
    if (!isDone) throw invalid('code', message('tallies.not_a_code'));
    await countRevision(tx, tally.id);
    await announce(tx, store.id, 'stock_tallies', [tally.id]);
  });
  return { tally: await describeTally(ctx.db, store, params.tallyId) };
}

/** A SKU that can be counted. @throws Refusal 422 */
async function countable(tx: Tx, storeId: number, variantId: number): Promise<ScannedVariant> {
  const variant = (await variantsOfIds(tx, storeId, [variantId])).get(variantId);
  if (variant === undefined) throw invalid('variant_id', message('api.variant_not_found'));
  if (!variant.is_set) return variant;
  const name = variant.sku ?? variant.full_product_name;
  throw invalid('variant_id', message('tallies.sets_chosen', { names: name }));
}
