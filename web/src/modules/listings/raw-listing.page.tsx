import { showRawListing, showRawListingVariants } from '@evenstock/contract/catalog/product-listings';
import { useParams, useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { RawAnswers } from '../../ui/pages/raw-answers.tsx';
import { useListingsText } from './listings.texts.ts';

/** The marketplace's raw reply about a listing, for platform admins. */
export default function RawListingPage() {
  const t = useListingsText();
  const { storeId } = useStore();
  const { productListingId = '', what } = useParams();
  const [search] = useSearchParams();
  const isItem = what === 'item';
  const query = useCall(isItem ? showRawListing : showRawListingVariants, {
    params: { storeId, variantListingId: search.get('listing') ?? '' },
  });
  return (
    <>
      <PageHeader
        title={t(isItem ? 'rawItem' : 'rawVariants')}
        trail={[{ label: t('details'), to: `/stores/${storeId}/product_listings/${productListingId}` }]}
      />
      <PageState query={query}>{({ answers }) => <RawAnswers answers={answers} />}</PageState>
    </>
  );
}
