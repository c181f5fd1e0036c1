import type { ReactNode } from 'react';
import './banner.css';

/** A line above a whole screen. */
export function Banner({ children }: { readonly children: ReactNode }) {
  return (
    <div className="es-banner" role="note">
      {children}
    </div>
  );
}
