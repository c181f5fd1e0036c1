import type { ReactNode } from 'react';

interface FigureProps {
  readonly label: string;
  /** Highlights the most important figure. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

/** A row of large numbers with labels. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className="es-figures">{children}</dl>;
}

export function Figure({ label, isFirst = false, children }: FigureProps) {
  return (
    <div className={isFirst ? 'es-figure es-figure-first' : 'es-figure'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
