import { suggestionsPageSize, type listMergeable } from '@evenstock/contract/suggested-merges';
import type { CallReply } from '@evenstock/contract/endpoint';
import { pageOf } from '../../api/page-request.ts';
import type { Call } from '../../api/routing.ts';
import { describeVariantRow } from './describe-variant.rules.ts';
import { mergedQuantity, quantitiesToMerge } from './merged-quantity.rules.ts';
import { readSuggestionsPage, suggestedVariants, type SuggestionKind } from './suggestions.queries.ts';

/** A page of suggestions by code: SKUs of one code, and the quantity by each choice. */
export async function listSuggestions(
  { ctx, store, query }: Pick<Call<typeof listMergeable>, 'ctx' | 'store' | 'query'>,
  kind: SuggestionKind,
): Promise<CallReply<typeof listMergeable>> {
  const page = pageOf({ ...query, per_page: query.per_page ?? suggestionsPageSize });
  const { groups, totalCount } = await readSuggestionsPage(ctx.db, store.id, kind, page);
  const variants = await suggestedVariants(
    ctx.db,
    groups.flatMap(({ variant_ids: ids }) => ids),
  );
  return {
    variant_groups: groups.map(({ sku, variant_ids: ids }) => {
      const members = ids.flatMap((id) => variants.get(id) ?? []);
      const quantities = quantitiesToMerge(
        members.map(({ quantity, is_counted: isCounted }) => ({ quantity, isCounted })),
      );
      return {
        sku,
        highest: mergedQuantity(quantities, 'highest'),
        lowest: mergedQuantity(quantities, 'lowest'),
        variants: members.map(describeVariantRow),
      };
    }),
    total_skus: totalCount,
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}
