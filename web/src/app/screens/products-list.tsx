import { useState } from 'react';
import { useAskPayment } from '../../modules/billing/ask-payment.tsx';
import { ProductsListPage } from '../../modules/catalog/products-list.page.tsx';
import { FollowOperations } from '../../modules/operations/follow-operations.tsx';
import { ExportProductsMenu } from '../../modules/spreadsheets/export-products-menu.tsx';
import { ExportProducts } from '../../modules/spreadsheets/export-products.tsx';
import { ImportProducts } from '../../modules/spreadsheets/import-products.tsx';
import { lazyPart } from '../../ui/pages/lazy-part.tsx';
import { DemoGuide } from '../demo-guide.tsx';

/** Loaded once SKUs are selected. */
const CountChosen = lazyPart(
  async () => (await import('../../modules/stock/tallies/count-chosen.tsx')).CountChosen,
  () => null,
);

const followedKinds = [
  'variant.automerge',
  'variant.mass_update',
  'variant.mass_edit',
  'product_listing.mass_delist',
  'product_listing.mass_relist',
] as const;

/** The products, their spreadsheets, and the imports under way. Merging first asks for a payment method if the store has none. */
export default function ProductsList() {
  const [followed, follow] = useState<number | null>(null);
  const askPayment = useAskPayment();
  return (
    <ProductsListPage
      askPayment={askPayment}
      sheets={(filters, allowSync) => (
        <>
          <ExportProductsMenu filters={filters} />
          <ImportProducts allowSync={allowSync} />
        </>
      )}
      exportChosen={({ chosen: { rows, matching }, done }) => (
        <>
          {matching === null && <CountChosen variantIds={rows.map(({ id }) => id)} />}
          <ExportProducts
            ids={matching === null ? rows.map(({ id }) => id) : null}
            filters={matching ?? {}}
            onDone={done}
          />
        </>
      )}
      operations={
        <>
          <DemoGuide />
          <FollowOperations kinds={followedKinds} followed={followed} onFollow={follow} />
        </>
      }
      onStarted={follow}
    />
  );
}
