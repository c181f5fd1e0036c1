import type { VariantBarcode } from '@evenstock/contract/catalog/barcodes';
import {
  barcodeKey,
  barcodeKind,
  barcodeSearchText,
  hasWrongCheckDigit,
} from '@evenstock/contract/values/barcodes';
import { describeMarketplaceBrief } from './describe-listing.rules.ts';
import type { BarcodeForms, BarcodeSource, BarcodeTwin } from './barcodes.queries.ts';

export const formsOf = (code: string): BarcodeForms => ({
  code,
  key: barcodeKey(code),
  search_text: barcodeSearchText(code),
});

/** The barcodes of a SKU, each once with its sources, and with the other SKUs that have it. */
export function describeBarcodes(
  sources: readonly BarcodeSource[],
  twins: readonly BarcodeTwin[],
): VariantBarcode[] {
  const first = new Map(sources.toReversed().map((source) => [source.key, source]));
  return sources
    .filter((source) => first.get(source.key) === source)
    .map(({ key, code }) => {
      const listings = sources.filter((source) => source.key === key).map(({ listing }) => listing);
      return {
        code,
        kind: barcodeKind(code),
        has_wrong_check_digit: hasWrongCheckDigit(code),
        is_entered: listings.includes(null),
        shown_by: listings
          .filter((listing) => listing !== null)
          .map(({ id, marketplace }) => ({
            variant_listing_id: id,
            marketplace: describeMarketplaceBrief(marketplace),
          })),
        also_of: twins.filter((twin) => twin.key === key).map(({ variant }) => variant),
      };
    });
}

/** What members asked for, beside what is there already. */
export function changedBarcodes(
  entered: readonly string[],
  asked: { readonly add: readonly string[]; readonly remove: readonly string[] },
): {
  readonly added: readonly BarcodeForms[];
  readonly removed: readonly string[];
  readonly after: readonly string[];
} {
  const gone = new Set(asked.remove.map(barcodeKey));
  const kept = entered.filter((code) => !gone.has(barcodeKey(code)));
  const keys = new Set(kept.map(barcodeKey));
  const added: BarcodeForms[] = [];
  for (const code of asked.add) {
    const forms = formsOf(code);
    if (keys.has(forms.key)) continue;
    keys.add(forms.key);
    added.push(forms);
  }
  return {
    added,
    removed: entered.map(barcodeKey).filter((key) => gone.has(key)),
    after: [...kept, ...added.map(({ code }) => code)],
  };
}
