import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

interface PlainDialogProps {
  readonly title: string;
  readonly intro?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of the pages without Ant Design. The native dialog traps the focus and restores it. */
export function PlainDialog({ title, intro, onClose, children }: PlainDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector('input')?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="plain-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser closes the dialog when its cancel event is prevented a second time in a row.
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {intro !== undefined && <p>{intro}</p>}
      {children}
    </dialog>
  );
}
