import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import './lazy-dialog.css';
import { useUiText } from './ui.texts.ts';

/** A dialog in a file of its own. */
export interface LazyDialog<Props extends object> {
  (props: Props): ReactNode;
  /** Loads it before it is opened: when somebody points at what opens it. */
  readonly preload: () => void;
}

/** A dialog that is loaded when it is first opened, or pointed at; while it loads the screen beneath is dimmed. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Dialog(props: Props) {
    return (
      <Suspense fallback={<DialogLoading />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  // Where this fails, opening it tries again.
  return Object.assign(Dialog, { preload: () => void load().catch(() => undefined) });
}

function DialogLoading() {
  const t = useUiText();
  return <div className="es-dialog-loading" role="status" aria-label={t('loading')} />;
}
