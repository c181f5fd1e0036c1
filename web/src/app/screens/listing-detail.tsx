import { showProduct } from '@evenstock/contract/catalog/products';
import type { ListingDetail as Listing } from '@evenstock/contract/catalog/product-listings';
import type { ReactNode } from 'react';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useAllowSync } from '../../modules/catalog/product/allow-sync.tsx';
import '../../modules/catalog/product/catalog.css';
import { ListingState } from '../../modules/catalog/listings/listing-parts.tsx';
import { UnmergeProductModal } from '../../modules/catalog/merges/unmerge-product.modal.tsx';
import { Picture } from '../../modules/catalog/product/variant-quantity.tsx';
import { ListingDetailPage } from '../../modules/listings/listing-detail.page.tsx';

function AskSync({ children }: { readonly children: (ask: (go: () => void) => void) => ReactNode }) {
  return children(useAllowSync());
}

interface UnmergeProps {
  readonly listing: Listing;
  readonly onClose: () => void;
}

/** The unmerge dialog, shown once the numbers of the product are loaded. */
function Unmerge({ listing, onClose }: UnmergeProps) {
  const { storeId } = useStore();
  const params = { storeId, productId: listing.product.slug };
  const { data } = useCall(showProduct, { params }, { live: ['variants'] });
  if (data === undefined) return null;
  return <UnmergeProductModal product={data.product} listing={listing} onClose={onClose} />;
}

/** A listing at its marketplace, with its data from the catalogue. */
export default function ListingDetail() {
  return <ListingDetailPage State={ListingState} Picture={Picture} AskSync={AskSync} Unmerge={Unmerge} />;
}
