import { faultOf, type Answer, type Answers, type AskedField } from '@evenstock/contract/api/asked-fields';
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

/** The initial values of a form. */
export function initialShipment(form: ShipmentForm): ShipmentFields {
  const [first] = form.methods;
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
  const answers = Object.fromEntries(method.fields.map(({ key }) => [key, given[key]]));
  return { ...shipmentAnswers.parse(answers), method: method.key };
}

export function isShipmentAnswered(form: ShipmentForm, given: ShipmentFields): boolean {
  const method = methodOf(form, given.method);
  return method?.fields.every((field) => faultOf(field, answersOf(given)) === null) ?? false;
}

/** Fields whose answer differs for each parcel, so it is never copied. */
const ownOfEach: ReadonlySet<string> = new Set(['tracking_no', 'tracking_numbers']);

/** The part of one order's answers that another order's form offers too. */
export function shipmentTaken(form: ShipmentForm, given: ShipmentFields): ShipmentFields {
  const method = form.methods.find(({ key }) => key === given.method);
  if (method === undefined) return {};
  const isOffered = (field: AskedField): boolean =>
    !ownOfEach.has(field.key) && faultOf(field, answersOf(given)) === null;
  return {
    method: method.key,
    ...Object.fromEntries(method.fields.filter(isOffered).map(({ key }) => [key, given[key]])),
  };
}

const answersOf = (given: ShipmentFields): Answers => given;
