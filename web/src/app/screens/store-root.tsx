import { OpensSummary } from '../../modules/insights/opens-summary.tsx';
import ProductsList from './products-list.tsx';

/** The root of a store: its products, or Summary right after signing in if there is something to do. */
export default function StoreRoot() {
  return (
    <OpensSummary>
      <ProductsList />
    </OpensSummary>
  );
}
