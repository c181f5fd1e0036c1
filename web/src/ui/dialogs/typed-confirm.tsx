import { Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Modal } from './dialog.tsx';
import { useUiText } from '../texts/ui.texts.ts';

interface TypedConfirmProps {
  readonly title: string;
  readonly open: boolean;
  /** The text that must be typed to confirm. */
  readonly word: string;
  readonly ok: string;
  readonly pending: boolean;
  /** Whether other required input is still missing. */
  readonly blocked?: boolean;
  readonly children: ReactNode;
  readonly onOk: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone; the name must be typed, so that nobody confirms accidentally. */
export function TypedConfirm(props: TypedConfirmProps) {
  const { title, open, word, ok, pending, blocked = false, children, onOk, onClose } = props;
  const t = useUiText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === word;
  return (
    <Modal
      title={title}
      open={open}
      onCancel={onClose}
      okText={ok}
      cancelText={t('cancel')}
      okButtonProps={{ danger: true, disabled: !matches || blocked, htmlType: 'submit', form: id }}
      confirmLoading={pending}
      afterClose={() => setTyped('')}
      destroyOnHidden
    >
      <form
        id={id}
        className="es-help"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !blocked && !pending) onOk();
        }}
      >
        {children}
        <label htmlFor={`${id}-word`}>{t('typeToConfirm', { word })}</label>
        <Input
          id={`${id}-word`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Modal>
  );
}
