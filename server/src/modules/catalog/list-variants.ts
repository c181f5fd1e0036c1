import { type listVariants as listVariantsEndpoint, variantSorts } from '@evenstock/contract/variants';
import type { CallReply } from '@evenstock/contract/endpoint';
import type { Context } from '../../context.ts';
import { countOf, pageOf, sortOf } from '../../api/page-request.ts';
import type { Call } from '../../api/routing.ts';
import { describeVariantRow } from './describe-variant.rules.ts';
import { readVariantFilter } from './read-variant-filter.ts';
import { countStatuses as readCounts, readVariantsPage, type VariantSort } from './variants.queries.ts';

/**
 * A page of a store's SKUs: those with a live listing unless another status is asked for, pinned first, then by name.
 * @throws Refusal 422 for an unknown sort, 403 for a filter that is for platform admins alone
 */
export async function listVariants(
  call: Call<typeof listVariantsEndpoint>,
): Promise<CallReply<typeof listVariantsEndpoint>> {
  const { ctx, store, actor, query } = call;
  const q = query.q ?? {};
  const page = pageOf(query);
  const filter = readVariantFilter(ctx, store, actor, q);
  const { variants, totalCount, mergedCount } = await readVariantsPage(
    ctx.db,
    filter,
    sortOf<VariantSort>(q.s ?? query.s, variantSorts, { field: 'pinned_first', direction: 'asc' }),
    page,
  );
  return {
    variants: variants.map(describeVariantRow),
    merged_count: mergedCount,
    ...countOf(totalCount, filter.text !== null),
    page: page.page,
    per_page: page.perPage,
  };
}

/** How many SKUs of a store have each status. */
export function countStatuses(ctx: Context, storeId: number): ReturnType<typeof readCounts> {
  return readCounts(ctx.db, { storeId, now: ctx.clock.now() });
}
