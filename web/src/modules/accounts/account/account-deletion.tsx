import { installationZone } from '@evenstock/contract/stores/stores';
import { dayOf } from '../../../ui/values/time.rules.ts';
import { deletionDays, requestDeletion } from '@evenstock/contract/accounts/own-account';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureOf } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { leaveSession } from '../../../api/session.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { notifyOnArrival } from '../../../ui/pages/notices.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { isTypedInto, useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useAccountText } from './account.texts.ts';
import { CurrentPasswordField } from './current-password.tsx';

/** The panel for deleting the account. */
export function AccountDeletion() {
  const t = useAccountText();
  const [open, setOpen] = useState(false);
  return (
    <Panel title={t('deletion')}>
      <div className="es-help">
        <p className="es-form-hint">{t('deletionHint', { days: deletionDays })}</p>
        <div>
          <Button danger onClick={() => setOpen(true)}>
            {t('deletionButton')}
          </Button>
        </div>
      </div>
      {open && <DeletionModal onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function DeletionModal({ onClose }: { readonly onClose: () => void }) {
  const t = useAccountText();
  const navigate = useNavigate();
  const [form] = Form.useForm<{ readonly current_password?: string }>();
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useWrite(requestDeletion);
  const close = useUnsaved({
    isUnsaved: () => !ask.isPending && !ask.isSuccess && isTypedInto(form, {}),
    onClose,
  });
  const submit = ({ current_password: current = '' }: { readonly current_password?: string }) => {
    setProblem(null);
    ask.mutate(
      { body: { user: current === '' ? {} : { current_password: current } } },
      {
        onSuccess: ({ deleted_on: deletedOn }) => {
          notifyOnArrival({
            kind: 'success',
            text: t('deletionDone', { day: dayOf(Date.parse(deletedOn), installationZone) }),
          });
          leaveSession();
          void navigate('/');
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
      title={t('deletionTitle')}
      okText={t('deletionButton')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={ask.isPending}
      onOk={form.submit}
      onCancel={close}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {problem !== null && (
          <Alert type="error" showIcon title={t('deletionFailed')} description={problem} role="alert" />
        )}
        <p className="es-form-hint">{t('deletionAsk', { days: deletionDays })}</p>
        <CurrentPasswordField />
      </Form>
    </Modal>
  );
}
