import type { showMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import type { Reply } from '../../api/call.ts';

/** One shop as its page and dialogs show it. */
export type MarketplaceDetail = Reply<typeof showMarketplace>['marketplace'];
