import { Form, type FormInstance } from 'antd';
import { useId, type ReactNode } from 'react';
import { Modal } from './dialog.tsx';
import { useUiText } from './ui.texts.ts';

interface FormModalProps<Entries> {
  readonly title: string;
  readonly open: boolean;
  /** The text of the submit button. */
  readonly ok: string;
  readonly isPending: boolean;
  /** The form instance, so that the caller can show the server's errors beside the fields. */
  readonly form?: FormInstance<Entries>;
  readonly initialValues?: Partial<Entries>;
  readonly onSubmit: (entries: Entries) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form. Each time it opens it starts with the initial values. */
export function FormModal<Entries extends object>(props: FormModalProps<Entries>) {
  const { title, open, ok, isPending, form, initialValues, onSubmit, onClose, children } = props;
  const t = useUiText();
  const id = useId();
  return (
    <Modal
      title={title}
      open={open}
      onCancel={onClose}
      okText={ok}
      cancelText={t('cancel')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      confirmLoading={isPending}
      destroyOnHidden
    >
      <Form<Entries>
        id={id}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        {...(form === undefined ? {} : { form })}
        {...(initialValues === undefined ? {} : { initialValues })}
        onFinish={onSubmit}
      >
        {children}
      </Form>
    </Modal>
  );
}
