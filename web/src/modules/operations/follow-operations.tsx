import { listOperations, type OperationKind } from '@evenstock/contract/operations/operations';
import type { ReactNode } from 'react';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { lazyPart } from '../../ui/pages/lazy-part.tsx';

import type { Outcome } from './follow-operation.tsx';

const load = () => import('./follow-operation.tsx');
const RunningOperation = lazyPart(
  async () => (await load()).RunningOperation,
  () => null,
);
const OperationDialog = lazyDialog(async () => (await load()).OperationDialog);

interface FollowProps {
  readonly kinds: readonly OperationKind[];
  /** The operation whose dialog is open. */
  readonly followed: number | null;
  readonly onFollow: (id: number | null) => void;
  /** Shown above the outcome of the rows. */
  readonly head?: (outcome: Outcome) => ReactNode;
  /** Called once the outcome of the followed one is shown. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** The operations of these kinds that are under way in the store, of all users, and the dialog of the open one. */
export function FollowOperations({ kinds, followed, onFollow, head, onOutcome }: FollowProps) {
  const { storeId } = useStore();
  const { data } = useCall(
    listOperations,
    { params: { storeId }, query: { kind_in: [...kinds] } },
    { live: ['operations'] },
  );
  const running = data?.operations.filter(
    (operation) => operation.finished_at === null && operation.id !== followed,
  );
  return (
    <>
      {running?.map((operation) => (
        <RunningOperation key={operation.id} operation={operation} onShow={() => onFollow(operation.id)} />
      ))}
      {followed !== null && (
        <OperationDialog
          id={followed}
          onClose={() => onFollow(null)}
          onFollowUp={onFollow}
          head={head}
          onOutcome={onOutcome}
        />
      )}
    </>
  );
}
