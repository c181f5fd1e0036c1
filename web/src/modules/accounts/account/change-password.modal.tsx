import { passwordMinLength } from '@evenstock/contract/accounts/accounts';
import { changePassword } from '@evenstock/contract/accounts/own-account';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureOf } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { endSession, refreshSession, restoreSession, useUser } from '../../../api/session.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { notifyOnArrival } from '../../../ui/pages/notices.ts';
import { useAccountText } from './account.texts.ts';
import { CurrentPasswordField } from './current-password.tsx';
import { PasswordMeter } from '../entry/password-meter.tsx';

interface Entries {
  readonly current_password?: string;
  readonly password: string;
}

interface ChangePasswordModalProps {
  /** The password has expired, so the dialog cannot be closed without changing it. */
  readonly isForced: boolean;
  readonly onClose: () => void;
}

/** Sets a new password, reloads the session, and opens `/`. */
export function ChangePasswordModal({ isForced, onClose }: ChangePasswordModalProps) {
  const t = useAccountText();
  const user = useUser();
  const navigate = useNavigate();
  const [form] = Form.useForm<Entries>();
  const entered = Form.useWatch((entries: Partial<Entries>) => entries.password, form) ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const change = useWrite(changePassword);
  const goOn = async () => {
    await refreshSession().catch(restoreSession);
    notifyOnArrival({ kind: 'success', text: t('passwordUpdated') });
    await navigate('/');
  };
  const submit = ({ password, current_password: current = '' }: Entries) => {
    setProblem(null);
    change.mutate(
      { body: { user: { password, ...(current === '' ? {} : { current_password: current }) } } },
      {
        onSuccess: () => {
          void goOn();
        },
        onError: (error) => {
          const failure = failureOf(error);
          const elsewhere = showFieldErrors(form, failure);
          setProblem(failure.kind === 'fields' ? elsewhere : (elsewhere ?? ''));
        },
      },
    );
  };
  return (
    <Modal
      open
      title={t('changePassword')}
      okText={t('save')}
      cancelText={t('cancel')}
      closable={!isForced}
      keyboard={!isForced}
      mask={{ closable: false }}
      confirmLoading={change.isPending}
      onOk={form.submit}
      onCancel={() => {
        if (!isForced) onClose();
      }}
      {...(isForced
        ? {
            footer: (_: unknown, { OkBtn }: { OkBtn: React.FC }) => (
              <>
                <Button onClick={() => void endSession().then(() => navigate('/'))}>{t('logOut')}</Button>
                <OkBtn />
              </>
            ),
          }
        : {})}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} disabled={change.isPending}>
        {isForced && <p className="es-form-hint">{t('expired')}</p>}
        {problem !== null && (
          <Alert type="error" showIcon title={t('passwordFailed')} description={problem} role="alert" />
        )}
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        {!isForced && <CurrentPasswordField />}
        <Form.Item
          name="password"
          label={t('newPassword')}
          extra={
            <>
              {t('passwordHint', { count: passwordMinLength })}
              <PasswordMeter password={entered} />
            </>
          }
          rules={[{ required: true, message: t('passwordRequired') }]}
        >
          <Input.Password autoComplete="new-password" autoFocus={isForced} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
