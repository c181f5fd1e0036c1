import { choicesOf, type Answer, type Answers, type AskedField } from '@evenstock/contract/api/asked-fields';

/** The initial value of a field: the previous answer, or the only option. */
function beginning(field: AskedField, answers: Answers): Answer | undefined {
  if (field.initial !== null) return field.kind === 'texts' ? [field.initial] : field.initial;
  if (field.kind !== 'choice' || !field.required) return undefined;
  const [only, ...others] = choicesOf(field, answers);
  return others.length === 0 ? only?.value : undefined;
}

/** The initial values of a form. A field must follow the field that its choices depend on. */
export function initialAnswers(fields: readonly AskedField[]): Answers {
  return fields.reduce<Answers>(
    (answers, field) => ({ ...answers, [field.key]: beginning(field, answers) }),
    {},
  );
}

/**
 * The answers after a change: fields whose choices depend on the changed one are cleared or preset, because their former choice
 * is no longer offered.
 */
export function answersWithin(
  fields: readonly AskedField[],
  changed: { readonly key: string; readonly answer: Answer },
): Answers {
  const within = fields.filter((field) => field.within === changed.key);
  const answers = { [changed.key]: changed.answer };
  return Object.fromEntries(within.map((field) => [field.key, beginning(field, answers)]));
}
