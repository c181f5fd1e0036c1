import { lazy, Suspense } from 'react';
import { explainedNumber } from '../ui/dialogs/explained.tsx';
import { useOpenDialog } from '../ui/dialogs/open-dialog.ts';

const ExplainQuantity = lazy(() => import('./screens/explain-quantity.tsx'));

/** The drawer that explains a number on any screen of a store, loaded when it is first opened. */
export function ExplainNumber() {
  const { dialog, close } = useOpenDialog();
  const number = explainedNumber(dialog);
  if (number === null) return null;
  return (
    <Suspense fallback={null}>
      <ExplainQuantity {...number} onClose={close} />
    </Suspense>
  );
}
