import { undoAdjustment } from '@evenstock/contract/stock/stock';
import { updateVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { send } from '../../../api/call.ts';
import { refreshTopics } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { formerSettings } from './undo-save.rules.ts';

/** A save of a SKU's settings, of its quantity, or of both. */
interface Saved {
  readonly before: Variant;
  readonly after: Variant;
  /** The entry of its adjustment; null where nothing was adjusted. */
  readonly movementId: number | null;
}

/** Says that a SKU was saved, and offers to undo it. A newer change of somebody else is not undone with it. */
export function useOfferUndo(): (saved: Saved) => void {
  const t = useCatalogText();
  const { storeId } = useStore();

  async function undo({ before, after, movementId }: Saved): Promise<void> {
    const former = formerSettings(before, after);
    try {
      if (movementId !== null) await send(undoAdjustment, { params: { storeId, movementId } });
      if (Object.keys(former).length > 0) {
        const settings = { ...former, if_unchanged_since: after.settings_updated_at };
        await send(updateVariant, {
          params: { storeId, variantId: after.slug },
          body: { variant: settings },
        });
      }
      message.success(t('undone'));
    } catch (thrown) {
      notifyFailure(thrown, t('undoFailed'));
    } finally {
      refreshTopics(['variants', 'stock_movements']);
    }
  }

  return (saved) => {
    const isNothing =
      saved.movementId === null && Object.keys(formerSettings(saved.before, saved.after)).length === 0;
    if (isNothing) return;
    message.offer(t('saved'), { label: t('undo'), onAct: () => void undo(saved) });
  };
}
