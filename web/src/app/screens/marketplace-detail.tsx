import { MarketplaceDetailPage } from '../../modules/marketplaces/marketplace-detail.page.tsx';
import { MarketplaceImports } from '../../modules/operations/marketplace-imports.tsx';

/** A marketplace, with the operations that imported what was there when it was connected. */
export default function MarketplaceDetail() {
  return <MarketplaceDetailPage Imports={MarketplaceImports} />;
}
