import { choicesOf, type Answer, type Answers, type AskedField } from '@evenstock/contract/asked-fields';

/** What a field begins with: what was answered last time, or the one thing that there is to choose. */
function beginning(field: AskedField, answers: Answers): Answer | undefined {
  if (field.initial !== null) return field.kind === 'texts' ? [field.initial] : field.initial;
  if (field.kind !== 'choice' || !field.required) return undefined;
  const [only, ...others] = choicesOf(field, answers);
  return others.length === 0 ? only?.value : undefined;
}

/** What a form begins with. A field whose choices depend on another stands after that one. */
export function initialAnswers(fields: readonly AskedField[]): Answers {
  return fields.reduce<Answers>(
    (answers, field) => ({ ...answers, [field.key]: beginning(field, answers) }),
    {},
  );
}

/** The answers to the fields whose choices depend on the one that was changed: what was chosen before is not offered any more. */
export function answersWithin(
  fields: readonly AskedField[],
  changed: { readonly key: string; readonly answer: Answer },
): Answers {
  const within = fields.filter((field) => field.within === changed.key);
  const answers = { [changed.key]: changed.answer };
  return Object.fromEntries(within.map((field) => [field.key, beginning(field, answers)]));
}
