interface MoneyProps {
  /** As the server formats it; null: there is none. */
  readonly formatted: string | null;
  readonly strong?: boolean;
}

/** An amount, in figures of one width. */
export function Money({ formatted, strong = false }: MoneyProps) {
  if (formatted === null) return <span className="es-quiet">–</span>;
  return <span className={strong ? 'es-number es-strong' : 'es-number'}>{formatted}</span>;
}

const figures = new Intl.NumberFormat('en');

/** A count or a quantity: digits grouped, in figures of one width. Null: there is none. */
export function Count({ value }: { readonly value: number | null }) {
  return <span className="es-number">{value === null ? '–' : figures.format(value)}</span>;
}

/** An order number, SKU or id. */
export function Code({ children }: { readonly children: string | null }) {
  if (children === null) return <span className="es-quiet">–</span>;
  return <span className="es-code">{children}</span>;
}
