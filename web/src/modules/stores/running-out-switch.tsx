import { runningOutDays } from '@evenstock/contract/stores/stores';
import { Button, InputNumber, Space } from 'antd';
import { useId, useState } from 'react';
import { useStore } from '../../api/store-context.ts';
import { useUnsaved } from '../../ui/dialogs/unsaved.ts';
import { StoreSwitch, useStoreChange } from './store-switch.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch for showing SKUs that are running out, with the threshold in days of cover. */
export function RunningOutSwitch() {
  const t = useStoresText();
  const { store, can } = useStore();
  const mayChange = can('store.edit');
  const days = store.running_out_days ?? runningOutDays.proposed;
  return (
    <StoreSwitch
      title={t('runningOut')}
      label={() => t('runningOutShown')}
      note={t('runningOutNote')}
      on={store.running_out_days !== null}
      changeTo={(on) => ({ running_out_days: on ? runningOutDays.proposed : null })}
      refresh={['variants']}
      disabled={!mayChange}
    >
      {(on) => (
        <>
          {on && <Days key={days} days={days} disabled={!mayChange} />}
          {!mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
        </>
      )}
    </StoreSwitch>
  );
}

interface DaysProps {
  readonly days: number;
  readonly disabled: boolean;
}

function Days({ days, disabled }: DaysProps) {
  const t = useStoresText();
  const id = useId();
  const [typed, setTyped] = useState<number | null>(days);
  const { change, isPending } = useStoreChange(['variants']);
  const isChanged = typed !== null && typed !== days;
  useUnsaved({ isUnsaved: () => isChanged && !isPending });
  const save = () => {
    if (isChanged) change({ running_out_days: typed });
  };
  return (
    <>
      <div className="es-switch-row">
        <label htmlFor={id}>{t('runningOutDays')}</label>
        <Space.Compact>
          <InputNumber
            id={id}
            precision={0}
            min={runningOutDays.least}
            max={runningOutDays.most}
            disabled={disabled}
            value={typed}
            onChange={setTyped}
            onPressEnter={save}
          />
          <Button disabled={disabled || !isChanged} loading={isPending} onClick={save}>
            {t('runningOutSave')}
          </Button>
        </Space.Compact>
      </div>
      <p className="es-form-hint">{t('runningOutDaysNote')}</p>
    </>
  );
}
