import type { VariantListing } from '@evenstock/contract/listings';
import type { ListingDetail } from '@evenstock/contract/product-listings';
import type { ComponentType, ReactNode } from 'react';

/** What the page of a listing shows of the catalogue; the screen hands it in. */
export interface ListingParts {
  readonly State: ComponentType<{
    readonly listing: Pick<VariantListing, 'overall_state' | 'deleted_at'>;
  }>;
  readonly Picture: ComponentType<{ readonly url: string | null; readonly size: number }>;
  /** Hands over what runs an act once inventory sync is allowed. */
  readonly AskSync: ComponentType<{ readonly children: (ask: (go: () => void) => void) => ReactNode }>;
  /** Takes the SKUs of a listing out of those that they share. */
  readonly Unmerge: ComponentType<{ readonly listing: ListingDetail; readonly onClose: () => void }>;
}
