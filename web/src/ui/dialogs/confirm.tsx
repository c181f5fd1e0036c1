import type { ReactNode } from 'react';
import { questionButtons } from './confirm.rules.ts';
import { modal } from './overlays.ts';
import { useUiText } from '../texts/ui.texts.ts';

interface Question {
  readonly title: string;
  readonly content?: ReactNode;
  /** Text of the confirming button; 'Yes' by default. */
  readonly ok?: string;
  readonly danger?: boolean;
  /** Text of the button that leaves all as it is, 'Cancel' by default. With it that button is focused, so Enter and Escape keep it. */
  readonly keep?: string;
  /** The dialog closes when the returned promise resolves. */
  readonly onOk: () => Promise<unknown>;
  readonly onCancel?: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function useConfirm(): (question: Question) => void {
  const t = useUiText();
  return ({ title, content, ok, danger = false, keep, onOk, onCancel }) => {
    modal.confirm({
      title,
      content,
      okText: ok ?? t('yes'),
      cancelText: keep ?? t('cancel'),
      ...questionButtons(danger, keep !== undefined),
      icon: null,
      onOk: async () => {
        await onOk();
      },
      ...(onCancel === undefined ? {} : { onCancel }),
    });
  };
}
