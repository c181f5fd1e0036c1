import {
  beginSecondFactor,
  switchSecondFactorOff,
  switchSecondFactorOn,
} from '@evenstock/contract/accounts/own-account';
import { Alert, Form, Input, QRCode, Typography, type FormInstance } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { refreshSession, restoreSession } from '../../../api/session.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { notify } from '../../../ui/pages/notices.ts';
import { useAccountText } from './account.texts.ts';
import { CurrentPasswordField } from './current-password.tsx';

interface Entries {
  readonly current_password?: string;
  readonly otp?: string;
}

interface ModalProps {
  readonly onClose: () => void;
}

/** Three steps: prove to be the owner, scan the secret and type a code, save the recovery codes. */
export function SwitchOnModal({ onClose }: ModalProps) {
  const t = useAccountText();
  const [form] = Form.useForm<Entries>();
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useWrite(beginSecondFactor);
  const confirm = useWrite(switchSecondFactorOn);
  const factor = begin.data?.second_factor;
  const codes = confirm.data?.recovery_codes;
  const onError = (error: Error) => setProblem(problemOf(form, error));
  const submit = ({ current_password: current = '', otp = '' }: Entries) => {
    setProblem(null);
    if (factor === undefined) {
      begin.mutate({ body: { user: current === '' ? {} : { current_password: current } } }, { onError });
    } else confirm.mutate({ body: { user: { otp } } }, { onError });
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Modal
      open
      title={t('secondFactor')}
      okText={t(factor === undefined ? 'secondFactorSwitchOn' : 'confirm')}
      cancelText={t('cancel')}
      mask={{ closable: false }}
      confirmLoading={begin.isPending || confirm.isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {problem !== null && (
          <Alert type="error" showIcon title={t('secondFactorFailed')} description={problem} role="alert" />
        )}
        {factor === undefined ? (
          <>
            <p className="es-form-hint">{t('secondFactorHint')}</p>
            <CurrentPasswordField />
          </>
        ) : (
          <>
            <p className="es-form-hint">{t('scan')}</p>
            <div className="es-qr">
              {/* A white background in both themes, because cameras read it best. */}
              <QRCode value={factor.uri} type="svg" color="#1a1d21" bgColor="#ffffff" size={180} />
            </div>
            <p className="es-form-hint">{t('scanByHand')}</p>
            <Typography.Paragraph copyable className="es-secret">
              {factor.secret}
            </Typography.Paragraph>
            <CodeField />
          </>
        )}
      </Form>
    </Modal>
  );
}

/** Switches the second factor off; asks for one of its codes. */
export function SwitchOffModal({ onClose }: ModalProps) {
  const t = useAccountText();
  const [form] = Form.useForm<Entries>();
  const [problem, setProblem] = useState<string | null>(null);
  const off = useWrite(switchSecondFactorOff);
  const submit = ({ otp = '' }: Entries) => {
    setProblem(null);
    off.mutate(
      { body: { user: { otp } } },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t('switchedOff') });
          onClose();
          refreshSession().catch(restoreSession);
        },
        onError: (error) => setProblem(problemOf(form, error)),
      },
    );
  };
  return (
    <Modal
      open
      title={t('secondFactorSwitchOff')}
      okText={t('secondFactorSwitchOff')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={off.isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {problem !== null && (
          <Alert type="error" showIcon title={t('secondFactorFailed')} description={problem} role="alert" />
        )}
        <p className="es-form-hint">{t('offIntro')}</p>
        <CodeField />
      </Form>
    </Modal>
  );
}

function CodeField() {
  const t = useAccountText();
  return (
    <Form.Item name="otp" label={t('code')} rules={[{ required: true, message: t('codeRequired') }]}>
      <Input autoComplete="one-time-code" />
    </Form.Item>
  );
}

function RecoveryCodes({ codes, onClose }: ModalProps & { readonly codes: readonly string[] }) {
  const t = useAccountText();
  const done = () => {
    onClose();
    refreshSession().catch(restoreSession);
  };
  return (
    <Modal
      open
      title={t('recoveryTitle')}
      okText={t('recoveryDone')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={(_: unknown, { OkBtn }: { OkBtn: React.FC }) => <OkBtn />}
      onOk={done}
    >
      <p className="es-form-hint">{t('recoveryIntro')}</p>
      <ul className="es-recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Typography.Text copyable={{ text: codes.join('\n') }}>{t('copyCodes')}</Typography.Text>
    </Modal>
  );
}

/** The text of an error that belongs to no field; null if the fields show all errors. */
function problemOf(form: FormInstance, error: Error): string | null {
  const failure = failureOf(error);
  const elsewhere = showFieldErrors(form, failure);
  return failure.kind === 'fields' ? elsewhere : (elsewhere ?? '');
}
