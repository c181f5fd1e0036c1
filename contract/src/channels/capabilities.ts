import { z } from 'zod';

/** What only some channels can do, in the order in which it is shown. */
export const capabilities = [
  'pricing',
  'renaming',
  'delisting',
  'listingRemoval',
  'boosting',
  'discounts',
  'fulfilment',
  'labels',
  'selfCollect',
  'pickup',
  'cancellation',
  'buyerCancellation',
  'returns',
  'returnAcceptance',
  'returnDispute',
  'logistics',
  'webhooks',
] as const;
export const capability = z.enum(capabilities);
