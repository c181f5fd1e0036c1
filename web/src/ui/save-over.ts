import type { ReactNode } from 'react';
import type { Failure } from '../api/failure.ts';
import { modal } from './overlays.ts';
import { useUiText } from './ui.texts.ts';

/** Whether a call was refused because somebody else has changed the record since it was read. */
export const isChangedMeanwhile = (failure: Failure): boolean =>
  failure.kind === 'plain' && failure.status === 409;

/** Asks whether what was typed in is saved over what somebody else has made of it meanwhile. */
export function useSaveOver(): (now: ReactNode, onSave: () => void) => void {
  const t = useUiText();
  return (now, onSave) =>
    modal.confirm({
      title: t('saveOverTitle'),
      content: now,
      okText: t('saveOver'),
      cancelText: t('cancel'),
      icon: null,
      onOk: onSave,
    });
}
