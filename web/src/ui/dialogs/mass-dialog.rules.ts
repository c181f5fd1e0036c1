import type { MassForm } from '@evenstock/contract/fulfilment/mass-forms';

/** An order that takes part in a mass action, with its form. */
export interface TakesPart<Form> {
  readonly order: MassForm<Form>['order'];
  readonly form: Form;
}
export interface Skipped<Form> {
  readonly order: MassForm<Form>['order'];
  readonly skipped: NonNullable<MassForm<Form>['skipped']>;
}

/** The orders that take part, grouped by marketplace, and those that are skipped. */
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
