import type { Stock, Variant } from './records.ts';

const shownBefore = 30;

const keyOf = ({ id }: Variant, place: string | null): string => JSON.stringify([id, place]);

/** The quantities before the last changes, latest last, for reads that lag. */
export class FormerStock {
  readonly #stocks = new Map<string, { until: number; stock: Stock }[]>();

  note(variant: Variant, place: string | null, until: number, stock: Stock): void {
    const key = keyOf(variant, place);
    const former = this.#stocks.get(key) ?? [];
    former.push({ until, stock });
    if (former.length > shownBefore) former.shift();
    this.#stocks.set(key, former);
  }

  /** The quantities at an instant; undefined where they are the present ones. */
  at(variant: Variant, place: string | null, instant: number): Stock | undefined {
    return this.#stocks.get(keyOf(variant, place))?.find(({ until }) => until > instant)?.stock;
  }
}
