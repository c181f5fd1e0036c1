import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker, type Blocker } from 'react-router';
import { useConfirm } from './confirm.tsx';
import { useUiText } from './ui.texts.ts';
import { isTyped } from './unsaved.rules.ts';

/** Whether a form holds something else than it began with. */
export const isTypedInto = <Values extends object>(form: FormInstance<Values>, initial: object): boolean =>
  isTyped(form.getFieldsValue(), initial);

interface Unsaved {
  /** Asked when it matters: whether something would be lost. Nothing is while it is being sent: what closes then has been saved. */
  readonly isUnsaved: () => boolean;
  readonly onClose: () => void;
  /** What is open stands in the address, so that another address closes it by itself. */
  readonly inAddress?: boolean;
}

/**
 * Asks before what was typed in is lost: on a reload, on closing the browser, on the way to another screen, Back included.
 * @returns what closes the form, after the same question
 */
export function useUnsaved({ isUnsaved, onClose, inAddress = false }: Unsaved): () => void {
  const t = useUiText();
  const confirm = useConfirm();
  const isOver = useRef(false);
  /** The way that was asked about last: each is asked about once. */
  const asked = useRef<Blocker | null>(null);
  useBeforeUnload((event) => {
    if (isUnsaved() && !isOver.current) event.preventDefault();
  });
  const blocker = useBlocker(() => !isOver.current && isUnsaved());
  useEffect(() => {
    if (blocker.state !== 'blocked' || asked.current === blocker) return;
    asked.current = blocker;
    confirm({
      title: t('leaveTitle'),
      content: t('leaveText'),
      ok: t('leave'),
      onOk: () => {
        if (!inAddress) onClose();
        blocker.proceed();
        return Promise.resolve();
      },
      onCancel: () => blocker.reset(),
    });
  }, [blocker, confirm, inAddress, onClose, t]);
  return () => {
    if (!isUnsaved()) {
      onClose();
      return;
    }
    confirm({
      title: t('leaveTitle'),
      content: t('leaveText'),
      ok: t('leave'),
      onOk: () => {
        isOver.current = true;
        onClose();
        return Promise.resolve();
      },
    });
  };
}
