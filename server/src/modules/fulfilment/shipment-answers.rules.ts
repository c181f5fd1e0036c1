import { english } from '@evenstock/contract/messages/english';
import type { Fulfilment, LineUnits, ShipmentForm } from '@evenstock/connectors/kit/capabilities';
import { faultOf, textsOf, type Answers } from '@evenstock/contract/api/asked-fields';
import type { ShipmentAnswers } from '@evenstock/contract/fulfilment/fulfilment';
import { message, type Message } from '@evenstock/contract/messages/message';

/** A request to ship, as the API takes it. */
export interface GivenShipment extends ShipmentAnswers {
  readonly method?: string | null | undefined;
  readonly order_item_ids?: readonly number[] | null | undefined;
}

/** The input of the action. */
export interface AskedShipment {
  readonly method: string;
  readonly answers: Record<string, string | string[]>;
  /** Null: all that is left to ship. */
  readonly order_item_ids: number[] | null;
  /** The method was chosen among several. */
  readonly is_choice?: boolean;
}

interface Line extends LineUnits {
  readonly itemId: number;
  readonly isFulfilled: boolean;
}

type Faults = Record<string, Message[]>;
export type ReadShipment =
  | { readonly asked: AskedShipment; readonly faults: null }
  | { readonly asked: null; readonly faults: Faults };

/** Validates a request against the shipment form. `faults`: the errors, by field. */
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
    const reason =
      wanted === undefined ? message('fulfilment.method_needed') : message('fulfilment.method_gone');
    return { asked: null, faults: { method: [reason], ...items.faults } };
  }
  const { answers, faults } = readAnswers(given, method.fields);
  if (items.faults !== null || faults !== null)
    return { asked: null, faults: { ...faults, ...items.faults } };
  return { asked: { method: method.key, answers, order_item_ids: items.ids }, faults: null };
}

type Field = ShipmentForm['methods'][number]['fields'][number];

/** Only answers to fields of the form are kept. */
function readAnswers(
  given: GivenShipment,
  fields: readonly Field[],
): { readonly answers: AskedShipment['answers']; readonly faults: Faults | null } {
  const byKey = new Map<string, unknown>(Object.entries(given));
  const heard: Answers = Object.fromEntries(fields.map(({ key }) => [key, answerOf(byKey.get(key))]));
  const answers: AskedShipment['answers'] = {};
  const faults: Faults = {};
  for (const field of fields) {
    const fault = faultOf(field, heard);
    const texts = textsOf(heard[field.key], field.key);
    const [first] = texts;
    if (fault !== null) faults[field.key] = [describeFault(field, fault)];
    else if (first !== undefined) answers[field.key] = field.kind === 'texts' ? texts : first;
  }
  return { answers, faults: Object.keys(faults).length === 0 ? null : faults };
}

function answerOf(value: unknown): string | string[] | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}

function describeFault(field: Field, fault: NonNullable<ReturnType<typeof faultOf>>): Message {
  switch (fault) {
    case 'missing':
      return message('api.required', { field: english(field.label) });
    case 'mismatched':
      return field.pattern === null
        ? message('api.invalid', { field: english(field.label) })
        : field.pattern.message;
    case 'not_offered':
      return message('fulfilment.choice_gone', { field: english(field.label) });
  }
}

function readItems(
  ids: readonly number[] | null,
  { lines, choosesLines }: { readonly lines: readonly Line[]; readonly choosesLines: boolean },
): { readonly ids: number[] | null; readonly faults: Faults | null } {
  const left = lines.filter(({ isFulfilled, units }) => !isFulfilled && units > 0);
  if (ids === null) return { ids: null, faults: null };
  const refuse = (reason: Message) => ({ ids: null, faults: { order_item_ids: [reason] } });
  if (ids.length === 0) return refuse(message('fulfilment.no_item'));
  if (ids.some((id) => !lines.some(({ itemId }) => itemId === id)))
    return refuse(message('orders.foreign_item'));
  if (ids.some((id) => !left.some(({ itemId }) => itemId === id))) {
    return refuse(message('fulfilment.item_over'));
  }
  if (left.every(({ itemId }) => ids.includes(itemId))) return { ids: null, faults: null };
  if (!choosesLines) return refuse(message('fulfilment.shipped_together'));
  return { ids: [...new Set(ids)].sort((one, other) => one - other), faults: null };
}
