import { SyncHealth } from '../../modules/insights/sync-health.tsx';
import { MarketplaceDetailPage } from '../../modules/marketplaces/marketplace-detail.page.tsx';
import { MarketplaceImports } from '../../modules/operations/marketplace-imports.tsx';
import { StoreDeadLetters } from '../../modules/operations/store-dead-letters.tsx';

/** A marketplace, with its import operations and the health of its sync. */
export default function MarketplaceDetail() {
  return <MarketplaceDetailPage Imports={MarketplaceImports} Health={Health} />;
}

function Health({ marketplaceId }: { readonly marketplaceId: number }) {
  return (
    <SyncHealth marketplaceId={marketplaceId}>
      <StoreDeadLetters />
    </SyncHealth>
  );
}
