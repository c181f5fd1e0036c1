import {
  suggestionsPageSize,
  type listMergeable,
  type listMergeableByBarcode,
} from '@evenstock/contract/catalog/suggested-merges';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { pageOf } from '../../../api/page-request.ts';
import type { Call } from '../../../api/routing.ts';
import { readBarcodeGroups } from './barcode-groups.queries.ts';
import { describeGroups, describeMembers } from './describe-groups.ts';
import { readSuggestionsPage, type SuggestionKind } from './suggestions.queries.ts';

/** A page of suggestions by code. */
export async function listSuggestions(
  { ctx, store, query }: Pick<Call<typeof listMergeable>, 'ctx' | 'store' | 'query'>,
  kind: SuggestionKind,
): Promise<CallReply<typeof listMergeable>> {
  const page = pageOf({ ...query, per_page: query.per_page ?? suggestionsPageSize });
  const { groups, totalCount } = await readSuggestionsPage(ctx.db, store.id, kind, page);
  return {
    variant_groups: await describeGroups(ctx, groups),
    total_skus: totalCount,
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/** A page of suggestions by barcode. */
export async function listBarcodeSuggestions({
  ctx,
  store,
  query,
}: Call<typeof listMergeableByBarcode>): Promise<CallReply<typeof listMergeableByBarcode>> {
  const page = pageOf({ ...query, per_page: query.per_page ?? suggestionsPageSize });
  const { groups, totalCount } = await readBarcodeGroups(ctx.db, store.id, page);
  const described = await describeMembers(
    ctx,
    groups.map(({ variant_ids: ids }) => ids),
  );
  return {
    barcode_groups: groups.flatMap(({ codes }, place) => {
      const group = described[place];
      return group === undefined ? [] : [{ shared_barcodes: [...codes], ...group }];
    }),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}
