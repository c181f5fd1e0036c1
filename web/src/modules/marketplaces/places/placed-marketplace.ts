import type { showMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import type { Reply } from '../../../api/call.ts';

/** A shop with its places of stock. */
export type PlacedMarketplace = Reply<typeof showMarketplace>['marketplace'];
