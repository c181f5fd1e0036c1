import type { ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';
import { modal } from './overlays.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** Whether a call was refused because another user has changed the record since it was read. */
export const isChangedMeanwhile = (failure: Failure): boolean =>
  failure.kind === 'plain' && failure.status === 409;

/** Asks whether to overwrite another user's newer change. */
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
