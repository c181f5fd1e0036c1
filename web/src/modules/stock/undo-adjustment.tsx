import { undoAdjustment, type StockMovement } from '@evenstock/contract/stock/stock';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { useStockText } from './stock.texts.ts';

/** The button that undoes an adjustment of the last day; nothing where it cannot be undone. */
export function UndoAdjustment({ movement }: { readonly movement: StockMovement }) {
  const t = useStockText();
  const { storeId, can } = useStore();
  const undo = useWrite(undoAdjustment, ['variants', 'stock_movements']);
  if (!movement.can_undo || !can('product.work')) return null;
  return (
    <Button
      type="link"
      size="small"
      loading={undo.isPending}
      onClick={() =>
        undo.mutate(
          { params: { storeId, movementId: movement.id } },
          {
            onSuccess: () => message.success(t('adjustmentUndone')),
            onError: (thrown) => notifyFailure(thrown, t('undoAdjustmentFailed')),
          },
        )
      }
    >
      {t('undoAdjustment')}
    </Button>
  );
}
