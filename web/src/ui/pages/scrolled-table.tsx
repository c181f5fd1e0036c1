import type { ReactNode } from 'react';
import './scrolled-table.css';

/** A table that may be wider or longer than its dialog: it is scrolled, by the keyboard as well. */
export function ScrolledTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="es-scrolled-table" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
