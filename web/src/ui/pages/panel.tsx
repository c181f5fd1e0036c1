import { useId, type ReactNode } from 'react';

interface PanelProps {
  readonly title?: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  /** The content has no padding, for tables and lists of rows. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A card of a detail page: heading, hint, action, content. */
export function Panel({ title, hint, action, flush = false, children }: PanelProps) {
  const heading = useId();
  return (
    <section className="es-panel" {...(title === undefined ? {} : { 'aria-labelledby': heading })}>
      {title !== undefined && (
        <header className="es-panel-header">
          <h2 id={heading}>{title}</h2>
          {hint !== undefined && <span className="es-quiet">{hint}</span>}
          {action !== undefined && <span className="es-panel-action">{action}</span>}
        </header>
      )}
      <div className={flush ? 'es-panel-flush' : 'es-panel-body'}>{children}</div>
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly {
    readonly label: string;
    readonly value: ReactNode;
    /** The pair spans the whole width. */
    readonly isWide?: boolean;
  }[];
}

/** Label and value pairs in columns that wrap. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="es-facts">
      {facts.map(({ label, value, isWide = false }) => (
        <div key={label} {...(isWide ? { className: 'es-fact-wide' } : {})}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
