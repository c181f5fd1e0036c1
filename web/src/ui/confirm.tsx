import type { ReactNode } from 'react';
import { modal } from './overlays.ts';
import { useUiText } from './ui.texts.ts';

interface Question {
  readonly title: string;
  readonly content?: ReactNode;
  /** Text of the button that goes ahead; 'Yes' where none is given. */
  readonly ok?: string;
  readonly danger?: boolean;
  /** The dialog waits for it and closes when it resolves. */
  readonly onOk: () => Promise<unknown>;
  readonly onCancel?: () => void;
}

/** Asks before something that cannot be taken back. */
export function useConfirm(): (question: Question) => void {
  const t = useUiText();
  return ({ title, content, ok, danger = false, onOk, onCancel }) => {
    modal.confirm({
      title,
      content,
      okText: ok ?? t('yes'),
      cancelText: t('cancel'),
      okButtonProps: { danger },
      icon: null,
      onOk: async () => {
        await onOk();
      },
      ...(onCancel === undefined ? {} : { onCancel }),
    });
  };
}
