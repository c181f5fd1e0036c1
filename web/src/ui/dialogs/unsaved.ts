import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker, useSearchParams, type Blocker } from 'react-router';
import { useConfirm } from './confirm.tsx';
import { isDialogClosing } from './open-dialog.ts';
import { useUiText } from '../texts/ui.texts.ts';
import { isTyped } from './unsaved.rules.ts';

/** Whether a form differs from its initial values. */
export const isTypedInto = <Values extends object>(form: FormInstance<Values>, initial: object): boolean =>
  isTyped(form.getFieldsValue(), initial);

interface Unsaved {
  /** Whether input would be lost now. During a save it is false, because the dialog then closes after saving. */
  readonly isUnsaved: () => boolean;
  /** Closes the form; left out where it is part of a page. */
  readonly onClose?: () => void;
}

/**
 * Asks before unsaved input is lost: on a reload, on closing the browser, on navigation, including Back.
 * @returns a function that closes the form, after the same question
 */
export function useUnsaved({ isUnsaved, onClose = stays }: Unsaved): () => void {
  const t = useUiText();
  const confirm = useConfirm();
  /** The open dialog is kept in the address, so that another address closes it (`useOpenDialog`). */
  const isInAddress = useSearchParams()[0].has('open');
  const isOver = useRef(false);
  /** The last navigation that was asked about; each is asked about once. */
  const asked = useRef<Blocker | null>(null);
  useBeforeUnload((event) => {
    if (isUnsaved() && !isOver.current) event.preventDefault();
  });
  const blocker = useBlocker(() => !isOver.current && !isDialogClosing() && isUnsaved());
  useEffect(() => {
    if (blocker.state !== 'blocked' || asked.current === blocker) return;
    asked.current = blocker;
    confirm({
      title: t('leaveTitle'),
      content: t('leaveText'),
      ok: t('leave'),
      keep: t('keepEditing'),
      danger: true,
      onOk: () => {
        if (!isInAddress) onClose();
        blocker.proceed();
        return Promise.resolve();
      },
      onCancel: () => blocker.reset(),
    });
  }, [blocker, confirm, isInAddress, onClose, t]);
  return () => {
    if (!isUnsaved()) {
      onClose();
      return;
    }
    confirm({
      title: t('leaveTitle'),
      content: t('leaveText'),
      ok: t('leave'),
      keep: t('keepEditing'),
      danger: true,
      onOk: () => {
        isOver.current = true;
        onClose();
        return Promise.resolve();
      },
    });
  };
}

const stays = (): void => undefined;
