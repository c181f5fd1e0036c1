import { Button } from 'antd';
import type { ReactNode } from 'react';
import './act-dialog.css';
import { Modal } from './dialog.tsx';
import { useUiText } from '../texts/ui.texts.ts';
import { useUnsaved } from './unsaved.ts';

interface ActDialogProps {
  readonly title: string;
  /** The text of the button that runs the action. */
  readonly ok: string;
  /** The text of the button that closes the dialog; 'Cancel' by default. */
  readonly leave?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly isPending: boolean;
  readonly width?: number;
  /** Another way to run the action, beside the main button. */
  readonly also?: { readonly text: string; readonly onClick: () => void };
  readonly onOk: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface AskingProps extends ActDialogProps {
  /** Whether something was typed that closing would lose: it is asked about first. */
  readonly isUnsaved: () => boolean;
}

/** A dialog that runs an action. It stays open during the call and shows the result. */
export function ActDialog({
  isUnsaved,
  ...props
}: ActDialogProps & { readonly isUnsaved?: AskingProps['isUnsaved'] }) {
  return isUnsaved === undefined ? <Dialog {...props} /> : <AskingDialog {...props} isUnsaved={isUnsaved} />;
}

function AskingDialog({ isUnsaved, onClose, ...props }: AskingProps) {
  const close = useUnsaved({ isUnsaved: () => !props.isPending && isUnsaved(), onClose });
  return <Dialog {...props} onClose={close} />;
}

function Dialog(props: ActDialogProps) {
  const {
    title,
    ok,
    leave,
    danger = false,
    disabled = false,
    isPending,
    width,
    also,
    onOk,
    onClose,
    children,
  } = props;
  const t = useUiText();
  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={leave ?? t('cancel')}
      confirmLoading={isPending}
      okButtonProps={{ disabled, danger }}
      cancelButtonProps={{ disabled: isPending }}
      mask={{ closable: false }}
      closable={!isPending}
      keyboard={!isPending}
      {...(width === undefined ? {} : { width })}
      {...(also === undefined
        ? {}
        : {
            footer: (_, { OkBtn, CancelBtn }) => (
              <>
                <CancelBtn />
                <Button disabled={disabled || isPending} onClick={also.onClick}>
                  {also.text}
                </Button>
                <OkBtn />
              </>
            ),
          })}
      onOk={onOk}
      onCancel={onClose}
    >
      {children}
    </Modal>
  );
}
