import { showTodo } from '@evenstock/contract/insights/needs-you';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { isJustSignedIn } from '../../api/just-signed-in.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';

/** Opens Summary right after signing in if there is something to do; otherwise shows the screen itself. */
export function OpensSummary({ children }: { readonly children: ReactNode }) {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const isFirst = isJustSignedIn(useLocation().state);
  const { data, isPending } = useCall(showTodo, { params: { storeId } }, { enabled: isFirst });
  const waits = data !== undefined && data.todo.total > 0;
  const stays = isFirst && !isPending && !waits;
  // Clears the state, so that a later reload is not taken for a sign-in.
  useEffect(() => {
    if (stays) void navigate('.', { replace: true, state: null });
  }, [stays, navigate]);
  if (!isFirst || stays) return children;
  return waits ? <Navigate to={`/stores/${storeId}/summary`} replace /> : null;
}
