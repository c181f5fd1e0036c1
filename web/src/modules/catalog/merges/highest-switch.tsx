import { Switch } from 'antd';
import { useMergingText } from './merging.texts.ts';

interface HighestSwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether merged SKUs take the highest quantity or the lowest. */
export function HighestSwitch({ checked, onChange }: HighestSwitchProps) {
  const t = useMergingText();
  return (
    <label className="es-switch-row">
      <Switch checked={checked} onChange={onChange} />
      <span>
        {t('useHighest')} <span className="es-form-hint">{t('useHighestHint')}</span>
      </span>
    </label>
  );
}
