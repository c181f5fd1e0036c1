import { runningOutDays, showStore, updateStore } from '@evenstock/contract/stores';
import { Button, InputNumber, Space, Switch } from 'antd';
import { useId, useState } from 'react';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch for showing SKUs that are running out, with the threshold in days of cover. */
export function RunningOutSwitch() {
  const t = useStoresText();
  const id = useId();
  const { store, storeId, can } = useStore();
  const update = useWrite(updateStore, ['variants']);
  const mayChange = can('store.edit');
  const change = (days: number | null) =>
    update.mutate(
      { params: { storeId }, body: { store: { running_out_days: days } } },
      {
        onSuccess: (reply) => rememberReply(showStore, { params: { storeId } }, reply),
        onError: () => notify({ kind: 'error', text: t('updateFailed') }),
      },
    );
  // While the change is being saved the switch already shows the new value; a failure reverts it.
  const days = update.isPending
    ? (update.variables.body.store.running_out_days ?? null)
    : store.running_out_days;
  return (
    <Panel title={t('runningOut')}>
      <div className="es-switch-row">
        <Switch
          id={id}
          checked={days !== null}
          disabled={!mayChange}
          loading={update.isPending}
          onChange={(on) => change(on ? runningOutDays.proposed : null)}
        />
        <label htmlFor={id}>
          <strong>{t('runningOutShown')}</strong>
        </label>
      </div>
      <p className="es-form-hint">{t('runningOutNote')}</p>
      {days !== null && (
        <Days key={days} days={days} disabled={!mayChange} isSaving={update.isPending} onSave={change} />
      )}
      {!mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
    </Panel>
  );
}

interface DaysProps {
  readonly days: number;
  readonly disabled: boolean;
  readonly isSaving: boolean;
  readonly onSave: (days: number) => void;
}

function Days({ days, disabled, isSaving, onSave }: DaysProps) {
  const t = useStoresText();
  const id = useId();
  const [typed, setTyped] = useState<number | null>(days);
  const isChanged = typed !== null && typed !== days;
  const save = () => {
    if (isChanged) onSave(typed);
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
          <Button disabled={disabled || !isChanged} loading={isSaving} onClick={save}>
            {t('runningOutSave')}
          </Button>
        </Space.Compact>
      </div>
      <p className="es-form-hint">{t('runningOutDaysNote')}</p>
    </>
  );
}
