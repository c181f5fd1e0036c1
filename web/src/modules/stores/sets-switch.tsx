import { useStore } from '../../api/store-context.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch for SKUs that are made of others. */
export function SetsSwitch() {
  const t = useStoresText();
  const { store, can } = useStore();
  const mayChange = can('store.edit');
  return (
    <StoreSwitch
      title={t('sets')}
      label={() => t('setsMade')}
      note={t('setsNote')}
      on={store.makes_sets}
      changeTo={(on) => ({ makes_sets: on })}
      refresh={['variants']}
      disabled={!mayChange}
    >
      {() => !mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
    </StoreSwitch>
  );
}
