import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';

/** The first method of a shipment form, with the first choice of each of its fields. */
export function firstAnswers(form: ShipmentForm): Record<string, string> {
  const [method] = form.methods;
  const answers = (method?.fields ?? []).map(({ key, choices }): [string, string] => [
    key,
    choices[0]?.value ?? 'Any1',
  ]);
  return { method: method?.key ?? '', ...Object.fromEntries(answers) };
}
