import { showStore, updateStore } from '@evenstock/contract/stores/stores';
import { call } from '../../../api/call.ts';
import { describeFailure, failureOf, withReason } from '../../../api/failure.ts';
import { rememberReply } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { message, modal } from '../../../ui/dialogs/overlays.ts';
import { useCatalogText } from './catalog.texts.ts';

/**
 * Runs an action that changes quantities on marketplaces once inventory sync is allowed; asks to allow it first.
 * Members who may not change the store see who can.
 */
export function useAllowSync(): (go: () => void) => void {
  const t = useCatalogText();
  const { store, storeId, can } = useStore();
  return (go) => {
    if (store.can_sync_quantity) {
      go();
      return;
    }
    if (!can('store.edit')) {
      modal.info({ title: t('allowSyncTitle'), content: t('allowSyncAsk'), okText: t('close'), icon: null });
      return;
    }
    modal.confirm({
      title: t('allowSyncTitle'),
      content: t('allowSyncText'),
      okText: t('allowSync'),
      cancelText: t('cancel'),
      icon: null,
      onOk: async () => {
        try {
          const params = { storeId };
          const reply = await call(updateStore, { params, body: { store: { can_sync_quantity: true } } });
          rememberReply(showStore, { params }, reply);
          go();
        } catch (thrown) {
          const reason = describeFailure(failureOf(thrown));
          message.error(withReason(t('allowSyncFailed'), reason));
        }
      },
    });
  };
}
