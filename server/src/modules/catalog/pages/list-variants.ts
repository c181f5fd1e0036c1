import {
  daysOfCoverSort,
  type countVariantStatuses,
  type listVariants as listVariantsEndpoint,
  runningOutStatus,
  variantSorts,
} from '@evenstock/contract/catalog/variants';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { countOf, pageOf, sortOf } from '../../../api/page-request.ts';
import type { Call } from '../../../api/routing.ts';
import { describeVariantRow } from '../variants/describe-variant.rules.ts';
import { readVariantFilter } from '../variants/read-variant-filter.ts';
import { showsRunningOut } from '../variants/running-out.queries.ts';
import {
  countStatuses as readCounts,
  readVariantsPage,
  type VariantFilter,
  type VariantSort,
} from '../variants/variants.queries.ts';

/**
 * A page of a store's SKUs: those with a live listing unless another status is asked for, pinned first, then by name.
 * @throws Refusal 422 for an unknown sort, otherwise as `readVariantFilter`
 */
export async function listVariants(
  call: Call<typeof listVariantsEndpoint>,
): Promise<CallReply<typeof listVariantsEndpoint>> {
  const { ctx, store, actor, query } = call;
  const q = query.q ?? {};
  const page = pageOf(query);
  const filter = await readVariantFilter(ctx, store, actor, q);
  const { variants, totalCount, mergedCount } = await readVariantsPage(
    ctx.db,
    filter,
    sortOf<VariantSort>(q.s ?? query.s, sortsOf(filter), { field: 'pinned_first', direction: 'asc' }),
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

const sortsOf = ({ status }: VariantFilter): readonly VariantSort[] =>
  status === runningOutStatus ? [...variantSorts, daysOfCoverSort] : variantSorts;

/** Counts the SKUs of a store by status. */
export async function countStatuses({
  ctx,
  store,
}: Pick<Call<typeof countVariantStatuses>, 'ctx' | 'store'>): Promise<
  CallReply<typeof countVariantStatuses>
> {
  const [{ running_out: runningOut, ...counts }, isShown] = await Promise.all([
    readCounts(ctx.db, { storeId: store.id, now: ctx.clock.now() }),
    showsRunningOut(ctx.db, store.id),
  ]);
  return { counts, running_out: isShown ? runningOut : null };
}
