import type { VariantListing } from '@evenstock/contract/catalog/listings';
import type { ListingDetail } from '@evenstock/contract/catalog/product-listings';
import type { ComponentType, ReactNode } from 'react';

/** The parts of the catalogue that the page of a listing shows; the screen passes them in. */
export interface ListingParts {
  readonly State: ComponentType<{
    readonly listing: Pick<VariantListing, 'overall_state' | 'deleted_at'>;
  }>;
  readonly Picture: ComponentType<{ readonly url: string | null; readonly size: number }>;
  /** Returns a function that runs an action once inventory sync is allowed. */
  readonly AskSync: ComponentType<{ readonly children: (ask: (go: () => void) => void) => ReactNode }>;
  /** The dialog that takes the SKUs of a listing out of their shared SKUs. */
  readonly Unmerge: ComponentType<{ readonly listing: ListingDetail; readonly onClose: () => void }>;
}
