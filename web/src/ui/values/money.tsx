import { withMinus } from '../../i18n/minus.ts';

interface MoneyProps {
  /** The amount as the server formats it; null if there is none. */
  readonly formatted: string | null;
  readonly strong?: boolean;
}

/** An amount in tabular figures. */
export function Money({ formatted, strong = false }: MoneyProps) {
  if (formatted === null) return <span className="es-quiet">–</span>;
  return <span className={strong ? 'es-number es-strong' : 'es-number'}>{withMinus(formatted)}</span>;
}

const figures = new Intl.NumberFormat('en');

/** A count or a quantity in tabular figures, with digit grouping. Null if there is none. */
export function Count({ value }: { readonly value: number | null }) {
  return <span className="es-number">{value === null ? '–' : withMinus(figures.format(value))}</span>;
}

/** An order number, SKU or id. */
export function Code({ children }: { readonly children: string | null }) {
  if (children === null) return <span className="es-quiet">–</span>;
  return <span className="es-code">{children}</span>;
}
