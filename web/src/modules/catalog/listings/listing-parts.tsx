import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { StateTag } from '../../../ui/values/state-tag.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';

export function ListingName({ listing }: { readonly listing: VariantListing }) {
  const { storeId } = useStore();
  const { product_listing: product, name } = listing;
  const isNamed = name !== '' && name !== product.name;
  return (
    <span className="es-one-line es-one-name" title={isNamed ? `${product.name} · ${name}` : product.name}>
      <Link to={`/stores/${storeId}/product_listings/${product.slug}`}>{product.name}</Link>
      {isNamed && <span className="es-quiet"> · {name}</span>}
    </span>
  );
}

export function ListingState({
  listing,
}: {
  readonly listing: Pick<VariantListing, 'overall_state' | 'deleted_at'>;
}) {
  const t = useCatalogText();
  if (listing.deleted_at !== null) {
    return (
      <StateTag colour="red" glyph="cross">
        {t('deleted')}
      </StateTag>
    );
  }
  return listing.overall_state === 'Active' ? (
    <StateTag colour="green" glyph="check">
      {t('active')}
    </StateTag>
  ) : (
    <StateTag colour="red" glyph="pause">
      {t('inactive')}
    </StateTag>
  );
}

/** The window in which a listing shows 0, if there is one. */
export function ForceZero({ listing }: { readonly listing: VariantListing }) {
  const t = useCatalogText();
  const { force_zero_qty_from: from, force_zero_qty_to: to } = listing;
  if (from === null) return null;
  return (
    <small className="es-cell-sub es-force-zero">
      {t('forceZero')} <Time at={from} /> – <Time at={to} />
    </small>
  );
}
