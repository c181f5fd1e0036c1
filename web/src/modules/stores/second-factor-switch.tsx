import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch that requires a second factor of all members; for the owner, who must use one too. */
export function SecondFactorSwitch() {
  const t = useStoresText();
  const user = useUser();
  const { store, store_profile: profile } = useStore();
  if (profile?.owner !== true) return null;
  // An owner without a second factor would be locked out.
  const lacksOwn = !user.second_factor_on && !store.requires_second_factor;
  return (
    <StoreSwitch
      title={t('secondFactor')}
      label={() => t('secondFactorRequired')}
      note={t(lacksOwn ? 'secondFactorOwnFirst' : 'secondFactorNote')}
      on={store.requires_second_factor}
      changeTo={(on) => ({ requires_second_factor: on })}
      disabled={lacksOwn}
    />
  );
}
