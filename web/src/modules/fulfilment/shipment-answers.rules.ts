import {
  faultOf,
  parcelNumbers,
  textsOf,
  type Answer,
  type Answers,
  type AskedField,
} from '@evenstock/contract/api/asked-fields';
import {
  shipmentAnswers,
  type ShipmentAnswers,
  type ShipmentForm,
} from '@evenstock/contract/fulfilment/fulfilment';
import { initialAnswers } from '../../ui/forms/asked-fields.rules.ts';

type Method = ShipmentForm['methods'][number];

/** The answers to a shipment form, with method and fields side by side. */
export interface ShipmentFields {
  readonly method?: string;
  readonly [answer: string]: Answer | undefined;
}

export const methodOf = ({ methods }: ShipmentForm, key: unknown): Method | undefined =>
  methods.find((method) => method.key === key) ?? methods[0];

/** The initial values of a form: the method that was chosen last, else the first. */
export function initialShipment(form: ShipmentForm): ShipmentFields {
  const first = methodOf(form, form.initial_method);
  return {
    ...initialAnswers(form.methods.flatMap(({ fields }) => fields)),
    ...(first === undefined ? {} : { method: first.key }),
  };
}

/** The answers in the format of the call; fields of other methods are dropped. */
export function shipmentOf(
  form: ShipmentForm,
  given: ShipmentFields,
): (ShipmentAnswers & { readonly method: string }) | null {
  const method = methodOf(form, given.method);
  if (method === undefined) return null;
  const answers = Object.fromEntries(
    method.fields.map((field) => [field.key, cleaned(field, given[field.key])]),
  );
  return { ...shipmentAnswers.parse(answers), method: method.key };
}

export function isShipmentAnswered(form: ShipmentForm, given: ShipmentFields): boolean {
  const method = methodOf(form, given.method);
  return method?.fields.every((field) => faultOf(field, answersOf(given)) === null) ?? false;
}

/** An answer as it is sent: numbers of parcels without blanks and invisible characters. */
function cleaned({ key, kind }: AskedField, answer: Answer | undefined): Answer | undefined {
  if (!parcelNumbers.has(key) || answer === undefined) return answer;
  const texts = textsOf(answer, key);
  return kind === 'texts' ? texts : (texts[0] ?? '');
}

/** The answers with one line of a pasted column in a field; null: the order's form does not ask for the number of a parcel there. */
export function shipmentPasted(
  form: ShipmentForm,
  given: ShipmentFields,
  { key, line }: { readonly key: string; readonly line: string },
): ShipmentFields | null {
  const field = methodOf(form, given.method)?.fields.find((one) => one.key === key);
  if (field === undefined || !parcelNumbers.has(key)) return null;
  return { ...given, [key]: cleaned(field, field.kind === 'texts' ? [line] : line) };
}

/** The part of one order's answers that another order's form offers too. */
export function shipmentTaken(form: ShipmentForm, given: ShipmentFields): ShipmentFields {
  const method = form.methods.find(({ key }) => key === given.method);
  if (method === undefined) return {};
  const isOffered = (field: AskedField): boolean =>
    // They differ for each parcel, so they are never copied.
    !parcelNumbers.has(field.key) && faultOf(field, answersOf(given)) === null;
  return {
    method: method.key,
    ...Object.fromEntries(method.fields.filter(isOffered).map(({ key }) => [key, given[key]])),
  };
}

const answersOf = (given: ShipmentFields): Answers => given;
