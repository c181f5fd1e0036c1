import type { MassForm } from '@evenstock/contract/fulfilment/mass-forms';
import { searchKey } from '@evenstock/contract/values/search-key';

/** Records of one reason each, grouped by it, in the order in which the reasons come. */
export function byReason<One>(
  ones: readonly One[],
  reasonOf: (one: One) => string,
): readonly { readonly reason: string; readonly ones: readonly One[] }[] {
  const groups = new Map<string, One[]>();
  for (const one of ones) groups.set(reasonOf(one), [...(groups.get(reasonOf(one)) ?? []), one]);
  return [...groups].map(([reason, of]) => ({ reason, ones: of }));
}

/** An order that takes part in a mass action, with its form. */
export interface TakesPart<Form> {
  readonly order: MassForm<Form>['order'];
  readonly form: Form;
}
export interface Skipped<Form> {
  readonly order: MassForm<Form>['order'];
  readonly skipped: NonNullable<MassForm<Form>['skipped']>;
}

/** The orders that take part, grouped by marketplace, and those that are left out. */
export function divideForms<Form>(forms: readonly MassForm<Form>[]): {
  readonly takingPart: readonly TakesPart<Form>[];
  readonly skipped: readonly Skipped<Form>[];
} {
  const takingPart = forms.flatMap(({ order, form }) => (form === null ? [] : [{ order, form }]));
  const skipped = forms.flatMap(({ order, skipped: why }) => (why === null ? [] : [{ order, skipped: why }]));
  const places = [...new Set(takingPart.map(({ order }) => order.marketplace.id))];
  return {
    takingPart: places.flatMap((id) => takingPart.filter(({ order }) => order.marketplace.id === id)),
    skipped,
  };
}

/** The lines of a pasted column; null: the text is one line at most, and is pasted as it is. */
export function columnOf(text: string): readonly string[] | null {
  const lines = text
    .split(/[\n\r]+/)
    .map(searchKey)
    .filter((line) => line !== '');
  return lines.length > 1 ? lines : null;
}

/**
 * What a pasted column puts into the orders, one line each, from one order downwards; orders that do not ask for it are passed over.
 * @param put the answers of an order with a line; null: it does not ask for it
 * @param left the lines for which there was no order any more
 */
export function fillDown<One, Given>(
  orders: readonly One[],
  { from, lines }: { readonly from: number; readonly lines: readonly string[] },
  put: (one: One, line: string) => Given | null,
): { readonly filled: readonly (readonly [One, Given])[]; readonly left: number } {
  const filled: (readonly [One, Given])[] = [];
  for (const one of orders.slice(from)) {
    const line = lines[filled.length];
    if (line === undefined) break;
    const given = put(one, line);
    if (given !== null) filled.push([one, given]);
  }
  return { filled, left: lines.length - filled.length };
}
