import type { ComponentType } from 'react';
import { lazyPart, type LazyPart, type WaitingProps } from './lazy-part.tsx';
import './lazy-dialog.css';
import { Retry } from './retry.tsx';
import { useUiText } from './ui.texts.ts';

/** A lazily loaded dialog. While it loads, the screen beneath is dimmed. */
export const lazyDialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> => lazyPart(load, DialogWaiting);

function DialogWaiting({ failed, onRetry }: WaitingProps) {
  const t = useUiText();
  if (!failed) return <div className="es-dialog-loading" role="status" aria-label={t('loading')} />;
  return (
    <div className="es-dialog-missing">
      <Retry onRetry={onRetry} />
    </div>
  );
}
