import type { ExplainedListing } from '@evenstock/contract/catalog/explained-quantity';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { explainQuantity } from '../modules/catalog/pages/explain-quantity.ts';

/** The sums of the explanations of a store's numbers. */
export interface ExplainedSums {
  /** Listings whose target was explained. */
  readonly listings: number;
  /** Differences that were explained. */
  readonly differences: number;
  /** Terms of targets, by name. */
  readonly terms: ReadonlySet<string>;
  /** Sums that differ from their number. */
  readonly broken: readonly string[];
}

/** Adds up every explanation of a store: each SKU's ledger, and of each listing its target, its number and its differences. */
export async function addUpExplanations(ctx: Context, storeId: number): Promise<ExplainedSums> {
  const { rows } = await sql<{ id: number }>`
    select id from variants where store_id = ${storeId} and merged_into_id is null order by id`.execute(
    ctx.db,
  );
  const broken: string[] = [];
  const terms = new Set<string>();
  let [listings, differences] = [0, 0];
  for (const { id } of rows) {
    const explained = await explainQuantity(ctx, storeId, String(id));
    const { variant, quantity, ledger, made_of: parts, listings: all } = explained;
    const sku = variant.sku ?? variant.slug;
    const [least] = parts;
    if (least !== undefined && (ledger.sum !== 0 || least.allows !== quantity)) {
      broken.push(`${sku} is a set of ${String(quantity)}; its parts allow ${String(least.allows)}`);
    } else if (least === undefined && ledger.sum !== quantity) {
      broken.push(
        `${sku} has ${String(quantity)}; its ${String(ledger.entries)} entries come to ${String(ledger.sum)}`,
      );
    }
    for (const listing of all) {
      broken.push(
        ...brokenSums(listing, quantity).map((what) => `${sku} at ${listing.marketplace.name}: ${what}`),
      );
      listings += listing.target.length > 0 ? 1 : 0;
      differences += listing.differences.length;
      for (const { term } of listing.target) terms.add(term);
    }
  }
  return { listings, differences, terms, broken };
}

function brokenSums(
  { target, shown, differences, sync, quantity }: ExplainedListing,
  ledger: number,
): string[] {
  if (target.length === 0) return [];
  const own = target.find(({ term }) => term === 'own_difference')?.units ?? 0;
  const isShared = !target.some(({ term }) => ['parts', 'forced', 'maximum', 'campaign'].includes(term));
  const counted = differences.filter((difference) => difference.is_counted);
  const sums: readonly (readonly [string, readonly number[], number | null])[] = [
    ['target', units(target), sync.target],
    ['ledger', units(target.slice(0, 1)), ledger],
    ...(shown.length > 0 ? ([['number shown', units(shown), quantity]] as const) : []),
    ...(isShared ? ([['open differences', counted.map(({ open }) => open), own]] as const) : []),
    ...differences.map(
      ({ open, booked, booked_elsewhere: joined, unexplained }) =>
        ['difference', [open, booked, joined], unexplained] as const,
    ),
  ];
  return sums
    .filter(([, parts, whole]) => parts.reduce((sum, part) => sum + part, 0) !== whole)
    .map(([name, parts, whole]) => `${name} ${String(whole)} is not ${parts.join(' + ')}`);
}

const units = (terms: readonly { readonly units: number }[]): number[] => terms.map((term) => term.units);
