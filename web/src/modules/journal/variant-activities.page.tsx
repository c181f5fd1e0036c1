import { Navigate } from 'react-router';
import { useStore } from '../../api/store-context.ts';

/** `/variants/activities`: the store's activities, filtered to SKUs. */
export default function VariantActivitiesPage() {
  const { storeId } = useStore();
  return <Navigate to={`/stores/${storeId}/activities?recipient=Variant`} replace />;
}
