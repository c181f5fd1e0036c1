import { previewMassMerge, type MassMergePreview } from '@evenstock/contract/catalog/mass-merges';
import type { SuggestionChoice } from '@evenstock/contract/catalog/suggested-merges';
import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import { useState } from 'react';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';

/** What is merged by code: chosen SKUs, suggestions, or all that share a code. */
export type MergeScope = { readonly variants: VariantChoice } | { readonly every: true } | SuggestionChoice;

/**
 * The pages of a preview. While one loads, the last one stays.
 * @param isLive the pages follow what changes; otherwise numbers that are others than on the last page are shown from the first one
 */
export function useMergePreview(scope: MergeScope, isLive = false) {
  const { storeId } = useStore();
  const [page, setPage] = useState(1);
  const [preview, keep] = useState<MassMergePreview>();
  const [isOther, setOther] = useState(false);
  const { data, error, refetch, isFetching } = useCall(
    previewMassMerge,
    { params: { storeId }, body: { ...scope, page } },
    isLive ? { live: ['merges', 'variants'] } : { staleTime: 0 },
  );
  if (data !== undefined && data !== preview && !isFetching) {
    keep(data);
    if (!isLive && preview !== undefined && preview.numbers !== data.numbers) {
      setOther(true);
      setPage(1);
    }
  }
  return {
    preview,
    isOther,
    // Live pages are read again with each sale: they are not marked as old meanwhile.
    isCurrent: data !== undefined && data === preview && (isLive || !isFetching),
    error,
    setPage,
    lookAgain: () => {
      setPage(1);
      void refetch();
    },
  };
}
