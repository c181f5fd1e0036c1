import { useId, type ReactNode } from 'react';
import './banner.css';

/** A line above a whole screen: a region that its own text names. */
export function Banner({ children }: { readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="es-banner" id={id} aria-labelledby={id}>
      {children}
    </section>
  );
}
