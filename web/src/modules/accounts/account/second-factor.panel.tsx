import { useState } from 'react';
import { Button } from 'antd';
import { useUser } from '../../../api/session.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { useAccountText } from './account.texts.ts';
import { SwitchOffModal, SwitchOnModal } from './second-factor.modals.tsx';

/** The state of the account's second factor, and the button that changes it. */
export function SecondFactorPanel() {
  const t = useAccountText();
  const { second_factor_on: isOn } = useUser();
  const [open, setOpen] = useState<'on' | 'off' | null>(null);
  return (
    <Panel
      title={t('secondFactor')}
      hint={t(isOn ? 'secondFactorOn' : 'secondFactorOff')}
      action={
        <Button size="small" onClick={() => setOpen(isOn ? 'off' : 'on')}>
          {t(isOn ? 'secondFactorSwitchOff' : 'secondFactorSwitchOn')}
        </Button>
      }
    >
      <p className="es-form-hint">{t('secondFactorHint')}</p>
      {open === 'on' && <SwitchOnModal onClose={() => setOpen(null)} />}
      {open === 'off' && <SwitchOffModal onClose={() => setOpen(null)} />}
    </Panel>
  );
}
