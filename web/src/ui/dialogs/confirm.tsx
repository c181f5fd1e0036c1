import type { ReactNode } from 'react';
import { modal } from './overlays.ts';
import { useUiText } from '../texts/ui.texts.ts';

interface Question {
  readonly title: string;
  readonly content?: ReactNode;
  /** Text of the confirming button; 'Yes' by default. */
  readonly ok?: string;
  readonly danger?: boolean;
  /** The dialog closes when the returned promise resolves. */
  readonly onOk: () => Promise<unknown>;
  readonly onCancel?: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
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
