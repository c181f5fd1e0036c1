import { Form, type FormInstance } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Modal } from './dialog.tsx';
import { useUiText } from '../texts/ui.texts.ts';
import { isTypedInto, useUnsaved } from './unsaved.ts';

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

/** A dialog with a form. Each time it opens it starts with the initial values; what was typed is asked about before it is lost. */
export function FormModal<Entries extends object>(props: FormModalProps<Entries>) {
  return props.open ? <OpenFormModal {...props} /> : null;
}

function OpenFormModal<Entries extends object>(props: FormModalProps<Entries>) {
  const { title, ok, isPending, initialValues, onSubmit, onClose, children } = props;
  const t = useUiText();
  const id = useId();
  const [form] = Form.useForm(props.form);
  // The values of the opening: a newer record is nothing that was typed.
  const [initial] = useState(initialValues ?? {});
  const close = useUnsaved({
    isUnsaved: () => !isPending && form.isFieldsTouched() && isTypedInto(form, initial),
    onClose,
  });
  return (
    <Modal
      title={title}
      open
      onCancel={close}
      okText={ok}
      cancelText={t('cancel')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      confirmLoading={isPending}
    >
      <Form<Entries>
        id={id}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        form={form}
        {...(initialValues === undefined ? {} : { initialValues })}
        onFinish={onSubmit}
      >
        {children}
      </Form>
    </Modal>
  );
}
