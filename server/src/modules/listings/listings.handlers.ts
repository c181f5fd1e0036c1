import { bind, type BoundJob } from '../../job-binding.ts';
import { readListingJob } from './listings.jobs.ts';
import { readListing } from './read-listing.ts';

export const listingsJobs: readonly BoundJob[] = [
  bind(readListingJob, (ctx, { productListingId }) => readListing(ctx, productListingId, 'background')),
];
