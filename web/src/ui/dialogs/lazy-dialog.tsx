import type { ComponentType } from 'react';
import { lazyPart, MissingPart, type LazyPart, type WaitingProps } from '../pages/lazy-part.tsx';
import './lazy-dialog.css';
import { useUiText } from '../texts/ui.texts.ts';

/** A lazily loaded dialog. While it loads, the screen beneath is dimmed. */
export const lazyDialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> => lazyPart(load, DialogWaiting);

/** Shown in the place of a dialog that loads, or could not be loaded. */
export function DialogWaiting({ failed }: WaitingProps) {
  const t = useUiText();
  if (!failed) return <div className="es-dialog-loading" role="status" aria-label={t('loading')} />;
  return (
    <div className="es-dialog-missing">
      <MissingPart />
    </div>
  );
}
