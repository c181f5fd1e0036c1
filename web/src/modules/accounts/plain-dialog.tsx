import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

interface PlainDialogProps {
  readonly title: string;
  readonly intro?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of the pages that do without Ant Design. The browser's own keeps the focus inside and gives it back. */
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
        // Browsers let nobody keep a dialog open by refusing to cancel it twice.
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {intro !== undefined && <p>{intro}</p>}
      {children}
    </dialog>
  );
}
