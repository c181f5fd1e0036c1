import {
  deleteListing,
  delistListing,
  relistListing,
  showProductListing,
  syncListing,
  type ListingDetail,
} from '@evenstock/contract/catalog/product-listings';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { refreshTopics, rememberReply } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { useListingsText } from './listings.texts.ts';

const endpoints = {
  delist: delistListing,
  relist: relistListing,
  sync: syncListing,
  delete: deleteListing,
} as const;
export type ListingAct = keyof typeof endpoints;

interface ListingActs {
  /** Listings with a call under way. */
  readonly inProgress: readonly number[];
  readonly run: (listing: ListingDetail, act: ListingAct) => Promise<void>;
}

/** Runs an action on several listings, one call for each; shows the result and refreshes their queries. */
export function useListingActs(): ListingActs {
  const t = useListingsText();
  const { storeId } = useStore();
  const [inProgress, setInProgress] = useState<readonly number[]>([]);

  async function run(listing: ListingDetail, act: ListingAct): Promise<void> {
    setInProgress((ids) => [...ids, listing.id]);
    try {
      const params = { storeId, productListingId: listing.id };
      const reply = await call(endpoints[act], { params });
      rememberReply(showProductListing, { params: { storeId, productListingId: listing.slug } }, reply);
      const isConfirmed = reply.product_listing.works.every(({ finished_at: end }) => end !== null);
      if (isConfirmed) notify({ kind: 'success', text: t(`done_${act}`) });
      else notify({ kind: 'info', text: t('waits', { name: listing.marketplace.name }) });
    } catch (thrown) {
      const failed = t(`failed_${act}`);
      notifyFailure(thrown, failed, (reason) => t('because', { failed, reason }));
    } finally {
      setInProgress((ids) => ids.filter((id) => id !== listing.id));
      refreshTopics(['variants', 'actions']);
    }
  }

  return { inProgress, run };
}
