import type { LooseInput } from './call.ts';

/**
 * Sends a write, or joins an identical one that has no answer yet, and gets its answer: a second click comes before the button is
 * rendered as loading.
 * @param underWay the writes of one endpoint that have no answer yet
 */
export function joinWrite<Answer>(
  underWay: Map<string, Promise<Answer>>,
  input: LooseInput,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(input);
  const first = underWay.get(key);
  if (first !== undefined) return first;
  const answer = send().finally(() => underWay.delete(key));
  underWay.set(key, answer);
  return answer;
}

/** A text that is equal for equal input. A file is known by its name, size and time. */
function keyOf({ params, query, body }: LooseInput): string {
  const sent = body instanceof FormData ? [...body].map(([name, value]) => [name, fieldOf(value)]) : body;
  return JSON.stringify([params, query, sent]);
}

const fieldOf = (value: File | string): unknown =>
  typeof value === 'string' ? value : [value.name, value.size, value.lastModified];
