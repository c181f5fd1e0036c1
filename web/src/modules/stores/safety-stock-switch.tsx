import { useStore } from '../../api/store-context.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch for keeping back a safety stock in the store's shops. */
export function SafetyStockSwitch() {
  const t = useStoresText();
  const { store, can } = useStore();
  const mayChange = can('store.edit');
  return (
    <StoreSwitch
      title={t('safetyStock')}
      label={() => t('safetyStockKept')}
      note={t('safetyStockNote')}
      on={store.keeps_safety_stock}
      changeTo={(on) => ({ keeps_safety_stock: on })}
      refresh={['variants', 'marketplaces']}
      disabled={!mayChange}
    >
      {() => !mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
    </StoreSwitch>
  );
}
