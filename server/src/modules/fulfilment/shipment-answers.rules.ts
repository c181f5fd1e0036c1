import type { Fulfilment, LineUnits, ShipmentForm } from '@evenstock/connectors/kit/capabilities';
import { faultOf, textsOf, type Answers } from '@evenstock/contract/asked-fields';
import type { ShipmentAnswers } from '@evenstock/contract/fulfilment';

/** What a person asks for, as the call takes it. */
export interface GivenShipment extends ShipmentAnswers {
  readonly method?: string | null | undefined;
  readonly order_item_ids?: readonly number[] | null | undefined;
}

/** What an action keeps of it. */
export interface AskedShipment {
  readonly method: string;
  readonly answers: Record<string, string | string[]>;
  /** Null: all that is left to ship. */
  readonly order_item_ids: number[] | null;
}

interface Line extends LineUnits {
  readonly itemId: number;
  readonly isFulfilled: boolean;
}

type Faults = Record<string, string[]>;
export type ReadShipment =
  | { readonly asked: AskedShipment; readonly faults: null }
  | { readonly asked: null; readonly faults: Faults };

/** Holds what a person asks for to what the marketplace asks for. `faults`: texts by field. */
export function readShipment(
  given: GivenShipment,
  form: ShipmentForm,
  order: { readonly lines: readonly Line[]; readonly choosesLines: Fulfilment['choosesLines'] },
): ReadShipment {
  const items = readItems(given.order_item_ids ?? null, order);
  const [only] = form.methods;
  const wanted = given.method ?? (form.methods.length === 1 ? only?.key : undefined);
  const method = form.methods.find(({ key }) => key === wanted);
  if (method === undefined) {
    const text =
      wanted === undefined ? 'Choose how it is shipped.' : 'This way of shipping is not offered any more.';
    return { asked: null, faults: { method: [text], ...items.faults } };
  }
  const { answers, faults } = readAnswers(given, method.fields);
  if (items.faults !== null || faults !== null)
    return { asked: null, faults: { ...faults, ...items.faults } };
  return { asked: { method: method.key, answers, order_item_ids: items.ids }, faults: null };
}

type Field = ShipmentForm['methods'][number]['fields'][number];

/** Only what the form asks for is kept. */
function readAnswers(
  given: GivenShipment,
  fields: readonly Field[],
): { readonly answers: AskedShipment['answers']; readonly faults: Faults | null } {
  const told = new Map<string, unknown>(Object.entries(given));
  const heard: Answers = Object.fromEntries(fields.map(({ key }) => [key, answerOf(told.get(key))]));
  const answers: AskedShipment['answers'] = {};
  const faults: Faults = {};
  for (const field of fields) {
    const fault = faultOf(field, heard);
    const texts = textsOf(heard[field.key]);
    const [first] = texts;
    if (fault !== null) faults[field.key] = [faultText(field, fault)];
    else if (first !== undefined) answers[field.key] = field.kind === 'texts' ? texts : first;
  }
  return { answers, faults: Object.keys(faults).length === 0 ? null : faults };
}

function answerOf(value: unknown): string | string[] | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}

function faultText(field: Field, fault: NonNullable<ReturnType<typeof faultOf>>): string {
  switch (fault) {
    case 'missing':
      return `${field.label} is required`;
    case 'mismatched':
      return field.pattern?.message ?? `${field.label} is not valid`;
    case 'not_offered':
      return `This ${field.label} is not offered any more. Choose another one.`;
  }
}

function readItems(
  ids: readonly number[] | null,
  { lines, choosesLines }: { readonly lines: readonly Line[]; readonly choosesLines: boolean },
): { readonly ids: number[] | null; readonly faults: Faults | null } {
  const left = lines.filter(({ isFulfilled, units }) => !isFulfilled && units > 0);
  if (ids === null) return { ids: null, faults: null };
  const refuse = (text: string) => ({ ids: null, faults: { order_item_ids: [text] } });
  if (ids.length === 0) return refuse('Choose at least one item.');
  if (ids.some((id) => !lines.some(({ itemId }) => itemId === id)))
    return refuse('An item is not of this order.');
  if (ids.some((id) => !left.some(({ itemId }) => itemId === id))) {
    return refuse('An item is fulfilled or cancelled already. Leave it out.');
  }
  if (left.every(({ itemId }) => ids.includes(itemId))) return { ids: null, faults: null };
  if (!choosesLines) return refuse('The items of this order are shipped together.');
  return { ids: [...new Set(ids)], faults: null };
}
