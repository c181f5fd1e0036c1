import { Navigate } from 'react-router';
import { useStore } from '../../api/store-context.ts';

/** `/variants/activities`: what was done to SKUs, in the list of the store. */
export default function VariantActivitiesPage() {
  const { storeId } = useStore();
  return <Navigate to={`/stores/${storeId}/activities?recipient=Variant`} replace />;
}
